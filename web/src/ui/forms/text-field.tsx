import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { TextInput } from './text-input.tsx'

interface TextFieldProps
  extends Omit<FieldProps, 'children' | 'className'>,
    Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'children'> {
  value: string
  onValueChange: (value: string) => void
}

/** One line of text with its label. */
export const TextField = ({ label, hint, error, counter, onValueChange, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error} counter={counter}>
    {(control) => <TextInput {...input} {...control} onChange={(event) => onValueChange(event.target.value)} />}
  </Field>
)
