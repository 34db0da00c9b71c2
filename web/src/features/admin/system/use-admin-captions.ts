import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminTranscription } from '@video-forge/contract/admin/admin-captions'
import type { Output } from '@video-forge/contract/endpoints'
import type { JobUpdate } from '@video-forge/contract/live'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { useEffect } from 'react'
import { withDefaultMessage } from '../../../api/with-default-message.ts'
import { subscribeToLiveEvents } from '../../../live/live-store.ts'
import { useLiveStream } from '../../../live/use-live.ts'
import { call } from '../../../session/call.ts'
import { adminKeys } from '../admin-queries.ts'

type Answer = Output<'GET /admin/captions'>

const queryKey = [...adminKeys.all, 'captions']
/** A thousand uploads that end at once are one request. */
const refetchMs = 1000

/** Automatic captions of everybody: fetched when one begins or ends, moved by live events, and polled while those are down. */
export function useAdminCaptions() {
  const client = useQueryClient()
  const { isDown } = useLiveStream()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetchSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey })
      }, refetchMs)
    }
    const stop = subscribeToLiveEvents((event) => {
      const known = client.getQueryData<Answer>(queryKey)
      if (!known) return
      if (event.kind === 'snapshot') refetchSoon()
      if (event.kind === 'removed' && known.transcriptions.some(({ id }) => id === event.jobId)) refetchSoon()
      if (event.kind !== 'update') return
      const changed = withUpdate(known, event.update)
      if (changed) client.setQueryData<Answer>(queryKey, changed)
      else refetchSoon()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client])
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => withDefaultMessage(sentences.adminFailed, call('GET /admin/captions', { query: {} }, { signal })),
    refetchInterval: isDown && limits.jobPollSeconds * 1000,
  })
}

/** The same list with new progress; undefined when what is in the list, or its order, has changed. */
function withUpdate(known: Answer, { jobId, transcription }: JobUpdate): Answer | undefined {
  const row = known.transcriptions.find(({ id }) => id === jobId)
  if (row?.status !== transcription?.status) return undefined
  if (!row || !transcription) return known
  const moved: AdminTranscription = { ...row, ...transcription }
  return { ...known, transcriptions: known.transcriptions.map((each) => (each === row ? moved : each)) }
}
