import { limits } from '@video-forge/contract/rules/limits'
import { TextField } from '../../../ui/forms/text-field.tsx'

interface KeyNameFieldProps {
  hint: string
  error: string | undefined
  value: string
  onValueChange: (value: string) => void
}

export const KeyNameField = (props: KeyNameFieldProps) => (
  <TextField label="Name" name="name" maxLength={limits.keyNameMaxLength} autoComplete="off" {...props} />
)
