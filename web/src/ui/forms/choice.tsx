import { Field } from './field.tsx'
import { Select } from './select.tsx'

interface ChoiceProps<Value extends string> {
  label: string
  className: string
  value: Value
  options: readonly { name: string; value: Value }[]
  onChange: (value: Value) => void
}

/** One of a few values, with a label above it. */
export const Choice = <Value extends string>({ label, className, value, options, onChange }: ChoiceProps<Value>) => (
  <Field label={label} className={className}>
    {(control) => (
      <Select
        {...control}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
