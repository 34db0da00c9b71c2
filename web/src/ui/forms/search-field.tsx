import { Search } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { TextInput } from './text-input.tsx'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}

export const SearchField = ({ label, value, onChange, className = 'w-full sm:w-72' }: SearchFieldProps) => (
  <div className={classNames('relative', className)}>
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
