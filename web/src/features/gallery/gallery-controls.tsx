import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SegmentedToggle } from '../../ui/forms/segmented-toggle.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { type Filter, filters } from './gallery-params.ts'

/** Long enough that a word is typed in one go. */
const settleMilliseconds = 300

const longestSearch = 200

interface GalleryControlsProps {
  filter: Filter
  search: string
  onFilter: (filter: Filter) => void
  onSearch: (text: string) => void
}

export const GalleryControls = ({ filter, search, onFilter, onSearch }: GalleryControlsProps) => (
  <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
    <SearchBox value={search} onSettle={onSearch} />
    <div className="shrink-0">
      <SegmentedToggle label="Filter" options={filters} value={filter} onValueChange={onFilter} />
    </div>
  </div>
)

function SearchBox({ value, onSettle }: { value: string; onSettle: (text: string) => void }) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const box = useRef<HTMLInputElement>(null)
  const settled = useDebounced(typed, settleMilliseconds)

  const tell = (text: string) => {
    if (text === told.current) return
    told.current = text
    onSettle(text)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what settles is told
  useEffect(() => tell(settled.trim()), [settled])
  useEffect(() => {
    // A value that did not come from here is a link or the way back, and the box follows it.
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])

  return (
    <search className="relative w-full sm:max-w-sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          tell(typed.trim())
        }}
      >
        <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
        <TextInput
          ref={box}
          aria-label="Search videos"
          placeholder="Search titles and descriptions"
          enterKeyHint="search"
          maxLength={longestSearch}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="px-9"
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              setTyped('')
              tell('')
              box.current?.focus()
            }}
            className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-control text-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </form>
    </search>
  )
}
