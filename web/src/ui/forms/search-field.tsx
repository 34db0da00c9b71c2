import { Search } from 'lucide-react'
import { TextInput } from './text-input.tsx'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

export const SearchField = ({ label, value, onChange }: SearchFieldProps) => (
  <div className="relative w-full sm:w-72">
    <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={200}
      onChange={(event) => onChange(event.target.value)}
      className="pl-9"
    />
  </div>
)
