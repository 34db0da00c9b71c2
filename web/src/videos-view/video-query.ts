import { queryOptions, useQuery } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../api/api-error.ts'
import { withDefaultMessage } from '../api/with-default-message.ts'
import { call } from '../session/call.ts'
import { accessOf } from './video-access.ts'
import { videoKeys } from './video-keys.ts'

const isProcessing = ({ status, processing }: VideoDetails): boolean => status === 'processing' || processing

/** Someone who has just uploaded waits for the first picture, which takes a few seconds. */
const eager = { intervalMs: 1000, forMs: 30_000 }

const pollMs = (video: VideoDetails | undefined, updateCount: number): number | false => {
  if (!video || !isProcessing(video)) return false
  const isEager = video.status === 'processing' && updateCount * eager.intervalMs < eager.forMs
  return isEager ? eager.intervalMs : limits.jobPollSeconds * 1000
}

/** How one video is fetched. */
export const videoOptions = (id: string, link?: string) =>
  queryOptions({
    queryKey: videoKeys.one(id, link),
    queryFn: async ({ signal }) =>
      (
        await withDefaultMessage(
          sentences.videoFailed,
          call('GET /gallery/videos/{id}', { params: { id }, query: accessOf(id, link) }, { signal }),
        )
      ).video,
  })

/** One video, polled while it is processing. */
export const useVideo = (id: string, link?: string) =>
  useQuery({
    ...videoOptions(id, link),
    refetchInterval: ({ state }) => pollMs(state.data, state.dataUpdateCount),
  })

/** 400: the id in the URL is malformed. */
export const isUnknown = (error: Error | null): boolean => error instanceof ApiError && (error.isNotFound || error.status === 400)
