import type { FieldProblem } from '@video-forge/contract/errors'
import { emailProblem } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

interface AccountFieldProps {
  label?: string
  /** The field's name in the form, by which a problem finds it. */
  name?: string
  hint?: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

/** An e-mail address. It takes the focus, because it is the first field wherever it is shown. */
export const EmailField = ({ label = 'Email', name = 'email', hint, error, value, onChange }: AccountFieldProps) => (
  <TextField
    label={label}
    hint={hint}
    error={error}
    autoFocus
    name={name}
    type="email"
    autoComplete="email"
    value={value}
    onValueChange={onChange}
  />
)

/** What is wrong with an e-mail address that was typed into the named field. */
export function emailFieldProblem(field: string, email: string): FieldProblem | undefined {
  const message = email.trim() === '' ? sentences.allFieldsRequired : emailProblem(email.trim())
  return message ? { field, message } : undefined
}

/** The password that the account has now. */
export const PasswordField = ({
  label = 'Password',
  name = 'password',
  hint,
  error,
  value,
  onChange,
  isFocused = false,
}: AccountFieldProps & { isFocused?: boolean }) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <PasswordInput
        {...control}
        autoFocus={isFocused}
        name={name}
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
