import { searchRules } from '@video-forge/contract/rules/search-rules'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SegmentedToggle } from '../../ui/forms/segmented-toggle.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { GalleryFilters } from './gallery-filters.tsx'
import { filters, type GalleryParams } from './gallery-params.ts'

/** Longer than the pauses between keystrokes. */
const debounceMs = 300

export const GalleryControls = ({ params }: { params: GalleryParams }) => (
  <div className="flex flex-col gap-3">
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
      <SearchBox value={params.search} onSearch={params.searchFor} />
      <div className="shrink-0">
        <SegmentedToggle label="Filter" options={filters} value={params.filter} onValueChange={params.chooseFilter} />
      </div>
    </div>
    <GalleryFilters params={params} />
  </div>
)

function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const box = useRef<HTMLInputElement>(null)
  const debounced = useDebounced(typed, debounceMs)

  const report = (text: string) => {
    if (text === reported.current) return
    reported.current = text
    onSearch(text)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for the debounced text
  useEffect(() => report(debounced.trim()), [debounced])
  useEffect(() => {
    // The value changed from outside, by a link or the back button.
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])

  return (
    <search className="relative w-full sm:max-w-sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          report(typed.trim())
        }}
      >
        <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
        <TextInput
          ref={box}
          aria-label="Search videos"
          placeholder="Search titles, tags and every word said"
          enterKeyHint="search"
          maxLength={searchRules.maxLength}
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
              report('')
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
