import { classNames } from '../class-names.ts'

interface SegmentedToggleProps<Option extends string> {
  label: string
  options: readonly Option[]
  value: Option
  onValueChange: (value: Option) => void
}

/** A choice between a few options that are all visible. */
export function SegmentedToggle<Option extends string>({ label, options, value, onValueChange }: SegmentedToggleProps<Option>) {
  return (
    <fieldset aria-label={label} className="flex min-w-0 gap-1 rounded-control bg-sunken p-1">
      {options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onValueChange(option)}
          className={classNames(
            'h-8 flex-1 whitespace-nowrap rounded-[6px] border px-4 font-medium text-13 transition-colors pointer-coarse:h-10',
            option === value
              ? 'border-line bg-selected text-ink forced-colors:system-selected'
              : 'border-transparent text-muted hover:text-ink forced-colors:border-[Canvas]',
          )}
        >
          {option}
        </button>
      ))}
    </fieldset>
  )
}
