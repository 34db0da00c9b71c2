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
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => onCheckedChange(!checked)}
        className="group relative h-6 w-10 shrink-0 rounded-full bg-control transition-colors before:absolute before:-inset-2 aria-checked:bg-done forced-colors:border forced-colors:aria-checked:bg-[Highlight]"
      >
        <span className="block size-5 translate-x-0.5 rounded-full bg-page transition-transform group-aria-checked:translate-x-[18px] forced-colors:bg-[ButtonText] forced-colors:group-aria-checked:bg-[HighlightText]" />
      </button>
    </div>
  )
}
