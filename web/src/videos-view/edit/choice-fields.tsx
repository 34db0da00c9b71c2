import { limits } from '@video-forge/contract/rules/limits'
import { tagsInText } from '@video-forge/contract/text/tags'
import { Field } from '../../ui/forms/field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'

interface TextFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

export const TagsField = ({ value, onChange, error }: TextFieldProps) => (
  <TextField
    label="Tags"
    hint="Separated by commas. People find videos with the same tag."
    error={error}
    counter={{ used: tagsInText(value).length, max: limits.maxTags }}
    name="tags"
    autoComplete="off"
    autoCapitalize="off"
    placeholder="travel, north sea"
    value={value}
    onValueChange={onChange}
  />
)

export const ChaptersField = ({ value, onChange, error, isInDescription }: TextFieldProps & { isInDescription: boolean }) => (
  <Field
    label="Chapters"
    hint={
      isInDescription
        ? 'The times in the description are used. What you write here replaces them.'
        : 'One in each line: a time and a title. Times in the description count too, if the first is 0:00.'
    }
    error={error}
  >
    {(control) => (
      <TextArea
        {...control}
        name="chapters"
        rows={3}
        placeholder={'0:00 Start\n1:23 The harbour'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="tabular-nums"
      />
    )}
  </Field>
)
