import { useQuery } from '@tanstack/react-query'
import { parseStoryboard, type StoryboardFrame } from './parse-storyboard.ts'

async function loadStoryboard(url: string, signal: AbortSignal): Promise<StoryboardFrame[]> {
  const response = await fetch(url, { signal })
  return response.ok ? parseStoryboard(await response.text(), new URL(url, window.location.href).href) : []
}

/** The storyboard of a video. On failure it is empty, because the player works without it. */
export function useStoryboard(url: string | null): readonly StoryboardFrame[] {
  const { data } = useQuery({
    queryKey: ['storyboard', url],
    queryFn: ({ signal }) => loadStoryboard(url ?? '', signal),
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? []
}
