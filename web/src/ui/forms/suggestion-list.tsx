import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../format/count.ts'
import { classNames } from '../class-names.ts'
import type { ComboboxList } from './use-combobox.ts'

export interface Suggestion {
  key: string
  icon: LucideIcon
  /** What kind of thing it is, for those who do not see the icon. */
  kind: string
  text: string
}

interface SuggestionListProps {
  label: string
  list: ComboboxList
  isOpen: boolean
  suggestions: readonly Suggestion[]
}

/** The list below a text field of `useCombobox`, which must be in a positioned element with it. */
export function SuggestionList({ label, list, isOpen, suggestions }: SuggestionListProps) {
  const { id, active, optionId, onChoose, onMark } = list
  const marked = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active >= 0) marked.current?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    <>
      <span aria-live="polite" className="sr-only">
        {isOpen ? formatCount(suggestions.length, 'suggestion') : ''}
      </span>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-96 animate-fade overflow-y-auto rounded-surface border border-line bg-raised p-1.5 shadow-raised"
      >
        {suggestions.map(({ key, icon: Icon, kind, text }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus, and with it the keys
          <div
            key={key}
            id={optionId(index)}
            ref={index === active ? marked : undefined}
            role="option"
            aria-label={`${kind}: ${text}`}
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => onMark(index)}
            onClick={() => onChoose(index)}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-14',
              index === active && 'bg-hover forced-colors:outline-2 forced-colors:outline-solid forced-colors:-outline-offset-2',
            )}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span dir="auto" className="min-w-0 truncate">
              {text}
            </span>
          </div>
        ))}
      </div>
    </>
  )
}
