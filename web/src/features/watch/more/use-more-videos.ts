import { useQueries } from '@tanstack/react-query'
import type { Request } from '@video-forge/contract/endpoints'
import type { Video, VideoDetails } from '@video-forge/contract/gallery'
import { call } from '../../../session/call.ts'
import { videoKeys } from '../../../videos-view/video-keys.ts'
import { rankVideos } from './rank-videos.ts'

const shownCount = 12
/** More tags would rarely bring other videos. */
const maxTags = 2
const staleMs = 60_000

type ListQuery = NonNullable<Request<'GET /gallery/videos'>['query']>

/** Other public videos to watch after this one; undefined while they load. */
export function useMoreVideos(video: VideoDetails): { videos: Video[] | undefined; isError: boolean } {
  const lists: ListQuery[] = [
    ...(video.owner ? [{ owner: video.owner.username }] : []),
    ...video.tags.slice(0, maxTags).map((tag) => ({ tag })),
    {},
  ]
  return useQueries({
    queries: lists.map((list) => ({
      // One more, because the video itself may be among them.
      queryKey: videoKeys.more(list),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call('GET /gallery/videos', { query: { ...list, visibility: 'public', limit: shownCount + 1 } }, { signal })).videos,
      staleTime: staleMs,
    })),
    combine: (results) => ({
      videos: results.every(({ isPending }) => !isPending)
        ? rankVideos(
            video,
            results.flatMap(({ data }) => data ?? []),
            shownCount,
          )
        : undefined,
      isError: results.every(({ isError }) => isError),
    }),
  })
}
