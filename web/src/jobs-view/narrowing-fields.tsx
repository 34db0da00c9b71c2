import type { ComponentProps } from 'react'
import { Choice } from '../ui/forms/choice.tsx'
import { Field } from '../ui/forms/field.tsx'
import { TextInput } from '../ui/forms/text-input.tsx'
import { useTyped } from '../ui/forms/use-typed.ts'
import type { Narrowing } from './narrowing.ts'

interface NarrowingFieldsProps {
  narrowing: Narrowing
  onNarrow: (name: keyof Narrowing, value: string) => void
}

const visibilities: readonly { name: string; value: NonNullable<Narrowing['visibility']> | '' }[] = [
  { name: 'All', value: '' },
  { name: 'Public', value: 'public' },
  { name: 'Private', value: 'private' },
]

/** The visibility, a tag and days, for every list of videos. */
export const NarrowingFields = ({ narrowing: { visibility, tag = '', after = '', before = '' }, onNarrow }: NarrowingFieldsProps) => (
  <>
    <Choice
      label="Visibility"
      className="w-full md:w-32"
      value={visibility ?? ''}
      options={visibilities}
      onChange={(value) => onNarrow('visibility', value)}
    />
    <Typed label="Tag" className="w-full md:w-36" maxLength={200} value={tag} onTyped={(value) => onNarrow('tag', value)} />
    <Typed label="Made from" className="w-full md:w-38" type="date" value={after} onTyped={(value) => onNarrow('after', value)} />
    <Typed label="Made before" className="w-full md:w-38" type="date" value={before} onTyped={(value) => onNarrow('before', value)} />
  </>
)

interface TypedProps extends Pick<ComponentProps<'input'>, 'type' | 'maxLength'> {
  label: string
  className: string
  value: string
  onTyped: (text: string) => void
}

function Typed({ label, className, value, onTyped, ...input }: TypedProps) {
  const [text, setText] = useTyped(value, onTyped)
  return (
    <Field label={label} className={className}>
      {(control) => <TextInput {...input} {...control} value={text} onChange={(event) => setText(event.target.value)} />}
    </Field>
  )
}
