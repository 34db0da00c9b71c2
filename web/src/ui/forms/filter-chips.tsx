import { classNames } from '../class-names.ts'

interface Chip {
  name: string
  /** Null while it is not known. */
  count: number | null
  isChosen: boolean
  onChoose: () => void
}

/** Filters of a list that also count what they show. On a phone they scroll sideways. */
export const FilterChips = ({ chips }: { chips: readonly Chip[] }) => (
  <fieldset
    aria-label="Filter"
    className="flex min-w-0 gap-2 max-sm:-mx-4 max-sm:w-[calc(100%+32px)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap"
  >
    {chips.map(({ name, count, isChosen, onChoose }) => (
      <button
        key={name}
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={classNames(
          'inline-flex h-8 shrink-0 items-center gap-2 rounded-full border px-3 font-medium text-13 transition-colors pointer-coarse:h-10',
          isChosen
            ? 'border-inverse bg-inverse text-on-inverse forced-colors:system-selected'
            : 'border-line bg-surface text-muted hover:border-control hover:text-ink',
        )}
      >
        {name} <span className="min-w-2 text-12 tabular-nums">{count === null ? '–' : count.toLocaleString('en')}</span>
      </button>
    ))}
  </fieldset>
)
