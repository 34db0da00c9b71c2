import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Caption } from '@video-forge/contract/captions'
import { isUnderway } from '@video-forge/contract/captions/caption-rules'
import type { Output } from '@video-forge/contract/endpoints'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { limits } from '@video-forge/contract/rules/limits'
import { useEffect, useRef } from 'react'
import { subscribeToLiveEvents } from '../../live/live-store.ts'
import { useLiveStream } from '../../live/use-live.ts'
import { call } from '../../session/call.ts'
import { videoKeys } from '../video-keys.ts'

type Answer = Output<'GET /gallery/videos/{id}/captions'>

/** While live events are down. */
const pollMs = limits.jobPollSeconds * 1000

/** Each with the time of its text, which changes when it is made again. */
const automaticOf = (captions: readonly Caption[] | undefined): string[] =>
  (captions ?? []).filter(({ source }) => source === 'automatic').map(({ id, updatedAt }) => `${id} ${updatedAt}`)

/** Automatic captions can be finished while nobody looks here, so the known video is compared and not only the change noticed. */
function refreshOutdatedVideo(client: QueryClient, id: string, { captions }: Answer): void {
  const queryKey = videoKeys.anyOf(id)
  const isOutdated = client.getQueriesData<VideoDetails>({ queryKey }).some(([, video]) => {
    const known = automaticOf(video?.captions)
    return video !== undefined && automaticOf(captions).some((version) => !known.includes(version))
  })
  if (isOutdated) void client.invalidateQueries({ queryKey })
}

/** How far the automatic captions of a video are, by live events. `onReady` is called when they are there. */
export function useTranscription(id: string, onReady: () => void) {
  const { isDown } = useLiveStream()
  useLiveTranscription(id)
  const query = useQuery({
    queryKey: videoKeys.captions(id),
    queryFn: async ({ signal, client }) => {
      const answer = await call('GET /gallery/videos/{id}/captions', { params: { id }, query: {} }, { signal })
      refreshOutdatedVideo(client, id, answer)
      return answer
    },
    refetchInterval: ({ state }) => isDown && isUnderway(state.data?.transcription) && pollMs,
  })
  const { data } = query
  /** The automatic captions there were while others were being made. */
  const before = useRef<readonly string[]>(undefined)
  useEffect(() => {
    if (!data) return
    const automatic = automaticOf(data.captions)
    if (isUnderway(data.transcription)) {
      before.current = automatic
      return
    }
    const isReady = !data.transcription && automatic.some((version) => before.current?.includes(version) === false)
    before.current = undefined
    if (isReady) onReady()
  }, [data, onReady])
  return query
}

/** Writes live events into the cache. What has ended or begun is fetched, with the captions that are there then. */
function useLiveTranscription(id: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const queryKey = videoKeys.captions(id)
    const refetch = () => void client.invalidateQueries({ queryKey })
    return subscribeToLiveEvents((event) => {
      const known = client.getQueryData<Answer>(queryKey)?.transcription
      // All requests that are under way are in the snapshot.
      if (event.kind === 'snapshot' && isUnderway(known) && !event.jobIds.has(id)) refetch()
      if (event.kind !== 'update' || event.update.jobId !== id) return
      const { transcription } = event.update
      if (transcription?.status !== known?.status) refetch()
      if (transcription) client.setQueryData<Answer>(queryKey, (answer) => answer && { ...answer, transcription })
    })
  }, [client, id])
}

export interface TranscriptionWish {
  action: 'make' | 'stop'
  /** What is spoken; the server chooses without it. */
  language?: string
}

/** Asks for automatic captions, or stops them and clears their failure. One mutation, so that only the last problem is shown. */
export function useTranscriptionChange(id: string) {
  const client = useQueryClient()
  const queryKey = videoKeys.captions(id)
  return useMutation({
    mutationFn: async ({ action, language }: TranscriptionWish) => {
      const body = language ? { language } : {}
      if (action === 'make') return (await call('POST /gallery/videos/{id}/captions/automatic', { params: { id }, body })).transcription
      await call('DELETE /gallery/videos/{id}/captions/automatic', { params: { id } })
      return undefined
    },
    onSuccess: async (transcription) => {
      if (!transcription) return client.invalidateQueries({ queryKey })
      // An answer that is under way does not know of it yet.
      await client.cancelQueries({ queryKey })
      client.setQueryData<Answer>(queryKey, (known) => known && { ...known, transcription })
    },
    // The usual reason is that the state has changed in the meantime.
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}
