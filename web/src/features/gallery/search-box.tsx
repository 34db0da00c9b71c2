import { searchRules } from '@video-forge/contract/rules/search-rules'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { SuggestionList } from '../../ui/forms/suggestion-list.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useCombobox } from '../../ui/forms/use-combobox.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Longer than the pauses between keystrokes. */
const debounceMs = 300

/** Searches while somebody types, and suggests what may be meant. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const box = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const debounced = useDebounced(typed, debounceMs)
  const [isTyping, setTyping] = useState(false)
  const suggestions = useSuggestions(typed, isTyping)
  const combobox = useCombobox({
    count: suggestions.length,
    onChoose: (index) => {
      const chosen = suggestions[index]
      if (!chosen) return
      setTyping(false)
      // What is typed is searched no more; the suggestion replaces it.
      reported.current = ''
      setTyped('')
      void navigate(chosen.path)
    },
  })

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
          combobox.close()
          report(typed.trim())
        }}
      >
        <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
        <TextInput
          {...combobox.field}
          ref={box}
          aria-label="Search videos"
          placeholder="Search titles, tags and words said"
          enterKeyHint="search"
          maxLength={searchRules.maxLength}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setTyping(true)
            combobox.open()
          }}
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
      <SuggestionList label="Suggestions" list={combobox.list} isOpen={combobox.isOpen} suggestions={suggestions} />
    </search>
  )
}
