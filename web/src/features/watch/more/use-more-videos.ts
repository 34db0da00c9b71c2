import { useQuery } from '@tanstack/react-query'
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
  const { data, isError } = useQuery({
    queryKey: videoKeys.more(video.id, lists),
    queryFn: async ({ signal }) => {
      // One more, because the video itself may be among them.
      const query = { visibility: 'public', limit: shownCount + 1 } as const
      const answers = await Promise.allSettled(
        lists.map((list) => call('GET /gallery/videos', { query: { ...list, ...query } }, { signal })),
      )
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.videos] : []))
      // One list is enough to go on with.
      const [first] = answers
      if (found.length === 0 && first?.status === 'rejected') throw first.reason
      return rankVideos(video, found.flat(), shownCount)
    },
    staleTime: staleMs,
  })
  return { videos: data, isError }
}
