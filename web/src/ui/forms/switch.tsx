import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'

interface SwitchProps {
  label: string
  hint?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

export function Switch({ label, hint, checked, onCheckedChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-13 text-muted">
            {hint}
          </span>
        )}
      </div>
      <Radix.Root
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        onCheckedChange={onCheckedChange}
        className="relative h-6 w-10 shrink-0 rounded-full bg-control transition-colors before:absolute before:-inset-2 data-[state=checked]:bg-done forced-colors:border forced-colors:data-[state=checked]:bg-[Highlight]"
      >
        <Radix.Thumb className="block size-5 translate-x-0.5 rounded-full bg-page transition-transform forced-colors:bg-[ButtonText] forced-colors:data-[state=checked]:bg-[HighlightText] data-[state=checked]:translate-x-[18px]" />
      </Radix.Root>
    </div>
  )
}
