import type { Video } from '@video-forge/contract/gallery'
import { limits } from '@video-forge/contract/rules/limits'
import type { ReactNode } from 'react'
import { Field } from '../ui/forms/field.tsx'
import { Select } from '../ui/forms/select.tsx'
import { TextArea, TextInput } from '../ui/forms/text-input.tsx'

interface VideoFieldProps<Value> {
  value: Value
  onChange: (value: Value) => void
  error?: string | undefined
}

export const TitleField = ({ value, onChange, error }: VideoFieldProps<string>) => (
  <Field label="Title" error={error} counter={{ used: value.length, max: limits.titleMaxLength }}>
    {(control) => (
      <TextInput
        {...control}
        name="title"
        required
        autoComplete="off"
        maxLength={limits.titleMaxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

export const DescriptionField = ({ value, onChange, error }: VideoFieldProps<string>) => (
  <Field label="Description" error={error} counter={{ used: value.length, max: limits.descriptionMaxLength }}>
    {(control) => (
      <TextArea
        {...control}
        name="description"
        rows={4}
        maxLength={limits.descriptionMaxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

type Visibility = Video['visibility']

const defaultHints: Record<Visibility, string> = {
  public: 'Everyone can find and watch it in the gallery.',
  private: 'Only you and admins can watch it.',
}

/** `hint` replaces the sentence about what the chosen visibility means. */
export const VisibilityField = ({ value, onChange, error, hint }: VideoFieldProps<Visibility> & { hint?: ReactNode }) => (
  <Field label="Visibility" error={error} hint={hint ?? defaultHints[value]}>
    {(control) => (
      <Select
        {...control}
        name="visibility"
        value={value}
        onChange={(event) => onChange(event.target.value === 'private' ? 'private' : 'public')}
      >
        <option value="public">Public</option>
        <option value="private">Private</option>
      </Select>
    )}
  </Field>
)
