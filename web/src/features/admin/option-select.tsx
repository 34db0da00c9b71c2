import { Select } from '../../ui/forms/select.tsx'

interface OptionSelectProps<Value extends string> {
  label: string
  options: readonly (readonly [value: Value, name: string])[]
  value: Value
  onChange: (value: Value) => void
}

/** A select over a fixed list of values, as tables use it for filters and sorting. */
export function OptionSelect<Value extends string>({ label, options, value, onChange }: OptionSelectProps<Value>) {
  const choose = (text: string) => {
    const option = options.find(([each]) => each === text)
    if (option) onChange(option[0])
  }
  return (
    <Select aria-label={label} className="w-full sm:w-44" value={value} onChange={(event) => choose(event.target.value)}>
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </Select>
  )
}
