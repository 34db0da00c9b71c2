import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchRules } from '@video-forge/contract/rules/search-rules'
import { tagKey } from '@video-forge/contract/text/tags'
import { Hash, Play, UserRound } from 'lucide-react'
import { call } from '../../session/call.ts'
import type { Suggestion } from '../../ui/forms/suggestion-list.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { personPath } from '../../videos-view/person-path.ts'
import { videoKeys } from '../../videos-view/video-keys.ts'

/** Shorter than that of the search: a list of suggestions is worth nothing after the word. */
const debounceMs = 150
const staleMs = 60_000

/** Videos, tags and people for what is typed, each with the page that it opens. */
export function useSuggestions(typed: string, isTyping: boolean): (Suggestion & { path: string })[] {
  const q = useDebounced(typed.trim(), debounceMs)
  const isAsked = isTyping && q !== '' && q.length <= searchRules.suggestionMaxLength
  const { data } = useQuery({
    queryKey: videoKeys.suggestions(q),
    queryFn: ({ signal }) => call('GET /gallery/suggestions', { query: { q } }, { signal }),
    enabled: isAsked,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    // The search itself works without.
    retry: false,
  })
  if (!data || !isAsked || typed.trim() === '') return []
  return [
    ...data.titles.map(({ id, title }) => ({ key: id, kind: 'Video', icon: Play, text: title, path: `/video/${id}` })),
    ...data.tags.map((tag) => ({
      key: `#${tag}`,
      kind: 'Tag',
      icon: Hash,
      text: tag,
      path: `/gallery?tag=${encodeURIComponent(tagKey(tag))}`,
    })),
    ...data.people.map(({ username, name }) => ({
      key: `@${username}`,
      kind: 'Person',
      icon: UserRound,
      text: name,
      path: personPath(username),
    })),
  ]
}
