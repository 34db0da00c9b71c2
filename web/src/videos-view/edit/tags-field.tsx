import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { limits } from '@video-forge/contract/rules/limits'
import { searchRules } from '@video-forge/contract/rules/search-rules'
import { tagKey, tagsInText } from '@video-forge/contract/text/tags'
import { Hash } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../session/call.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SuggestionList } from '../../ui/forms/suggestion-list.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useCombobox } from '../../ui/forms/use-combobox.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { videoKeys } from '../video-keys.ts'

interface TagsFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

const debounceMs = 150
const staleMs = 60_000
const separator = /[,\n、，]/

/** The tag at the end of the field, which somebody is typing, and what is before it. */
function splitLast(value: string): { before: string; last: string } {
  const last = value.split(separator).at(-1) ?? ''
  return { before: value.slice(0, value.length - last.length), last: last.trim() }
}

export function TagsField({ value, onChange, error }: TagsFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const { before, last } = splitLast(value)
  const tags = useTagSuggestions(last, isTyping, before)
  const combobox = useCombobox({
    count: tags.length,
    onChoose: (index) => onChoose(tags[index] ?? ''),
  })
  const onChoose = (tag: string) => {
    onChange(`${before}${before === '' ? '' : ' '}${tag}, `.replaceAll(/ {2,}/g, ' '))
    combobox.open()
  }
  return (
    <Field
      label="Tags"
      hint="Separated by commas. People find videos with the same tag, however they write it."
      error={error}
      counter={{ used: tagsInText(value).length, max: limits.maxTags }}
    >
      {(control) => (
        <div className="relative">
          <TextInput
            {...combobox.field}
            {...control}
            name="tags"
            placeholder="travel, north sea"
            value={value}
            onFocus={() => setTyping(true)}
            onChange={(event) => {
              onChange(event.target.value)
              combobox.open()
            }}
          />
          <SuggestionList
            label="Tags to choose"
            list={combobox.list}
            isOpen={combobox.isOpen}
            suggestions={tags.map((tag) => ({ key: tag, kind: 'Tag', icon: Hash, text: tag }))}
          />
        </div>
      )}
    </Field>
  )
}

/** Tags that begin like this, the person's own first, without those that the video has already. */
function useTagSuggestions(beginning: string, isTyping: boolean, before: string): string[] {
  const q = useDebounced(beginning, debounceMs)
  const { data } = useQuery({
    queryKey: videoKeys.tagSuggestions(q),
    queryFn: ({ signal }) => call('GET /gallery/suggestions', { query: { q, only: 'tags' } }, { signal }),
    enabled: isTyping && q.length <= searchRules.suggestionMaxLength,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    // Tags can be written without.
    retry: false,
  })
  const has = new Set(tagsInText(before).map(tagKey))
  const typed = tagKey(beginning)
  return (data?.tags ?? []).filter((tag) => !has.has(tagKey(tag)) && tagKey(tag).startsWith(typed))
}
