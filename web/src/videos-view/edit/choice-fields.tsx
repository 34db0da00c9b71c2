import { Field } from '../../ui/forms/field.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'

interface TextFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

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
