import type { NewPasswordValues } from '@video-forge/contract/rules/account-rules'
import type { ComponentProps } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { PasswordRules } from './password-rules.tsx'

interface NewPasswordFieldsProps {
  label: string
  values: NewPasswordValues
  onChange: (values: NewPasswordValues) => void
  problemOf: (field: string) => string | undefined
}

/** A new password, typed twice, with its rules ticked as they are met. */
export function NewPasswordFields({ label, values, onChange, problemOf }: NewPasswordFieldsProps) {
  const { password, confirmPassword } = values
  const input = (name: keyof NewPasswordValues): ComponentProps<typeof PasswordInput> => ({
    name,
    autoComplete: 'new-password',
    value: values[name],
    onChange: (event) => onChange({ password, confirmPassword, [name]: event.target.value }),
  })
  return (
    <>
      <Field label={label} error={problemOf('password')} hint={<PasswordRules password={password} />}>
        {(control) => <PasswordInput {...control} {...input('password')} />}
      </Field>
      <Field label="Confirm Password" error={problemOf('confirmPassword')}>
        {(control) => <PasswordInput {...control} {...input('confirmPassword')} />}
      </Field>
    </>
  )
}
