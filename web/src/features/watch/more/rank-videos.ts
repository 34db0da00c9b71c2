import type { Video, VideoDetails } from '@video-forge/contract/gallery'
import { isWatchable } from '@video-forge/contract/rules/video-rules'
import { tagKey } from '@video-forge/contract/text/tags'

/** The other videos, those of the same owner and with the same tags first, then the newest. Ids are in order of time. */
export function rankVideos(video: VideoDetails, candidates: readonly Video[], max: number): Video[] {
  const tags = new Set(video.tags.map(tagKey))
  const score = (other: Video): number =>
    (video.owner !== null && other.owner?.username === video.owner.username ? 2 : 0) +
    other.tags.filter((tag) => tags.has(tagKey(tag))).length
  const others = new Map(candidates.filter(({ id, status }) => id !== video.id && isWatchable(status)).map((other) => [other.id, other]))
  return [...others.values()].sort((a, b) => score(b) - score(a) || (a.id < b.id ? 1 : -1)).slice(0, max)
}
