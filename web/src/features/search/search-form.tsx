import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'

const ideas = ['nature', 'city', 'ocean', 'mountains', 'technology', 'people'] as const
const placeholder = 'What kind of videos are you looking for?'

interface SearchFormProps {
  /** The current search. */
  query: string
  isSearching: boolean
  onSearch: (text: string) => void
}

export function SearchForm({ query, isSearching, onSearch }: SearchFormProps) {
  const [text, setText] = useState(query)
  const [lastQuery, setLastQuery] = useState(query)
  // The URL changed, by a chip or the back button.
  if (lastQuery !== query) {
    setLastQuery(query)
    setText(query)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text)
  }
  return (
    <search className="flex flex-col gap-3">
      <form noValidate onSubmit={submit} className="flex flex-col gap-2 sm:flex-row">
        <div className="relative flex-1">
          <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
          <TextInput
            type="search"
            name="q"
            aria-label={placeholder}
            placeholder={placeholder}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={100}
            className="pl-9"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button kind="primary" type="submit" disabled={text.trim() === '' || isSearching} className="sm:min-w-36">
          {isSearching ? 'Searching...' : 'Search Videos'}
        </Button>
      </form>
      <ul aria-label="Ideas" className="flex flex-wrap gap-2">
        {ideas.map((idea) => (
          <li key={idea}>
            <button
              type="button"
              onClick={() => {
                setText(idea)
                onSearch(idea)
              }}
              aria-pressed={idea === query}
              className={classNames(
                'flex h-8 items-center rounded-full border px-3.5 font-medium text-13 transition-colors pointer-coarse:h-10',
                idea === query
                  ? 'border-control bg-hover text-ink forced-colors:system-selected'
                  : 'border-line bg-surface text-muted hover:bg-hover hover:text-ink',
              )}
            >
              {idea}
            </button>
          </li>
        ))}
      </ul>
    </search>
  )
}
