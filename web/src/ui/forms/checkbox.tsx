import { Check } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
}

export function Checkbox({ label, checked, onCheckedChange, disabled = false }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-10">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        className="relative flex size-5 shrink-0 items-center justify-center rounded-[5px] border border-control bg-surface disabled:opacity-60 data-[state=checked]:border-inverse data-[state=checked]:bg-inverse after:absolute after:-inset-2.5 after:content-[''] forced-colors:data-[state=checked]:system-selected"
      >
        <Radix.Indicator>
          <Check aria-hidden="true" className="size-3.5 text-on-inverse forced-colors:text-[HighlightText]" strokeWidth={3} />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
