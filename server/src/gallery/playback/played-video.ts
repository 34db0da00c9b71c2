import { Failure } from '@video-forge/contract/errors'
import { isWatchable } from '@video-forge/contract/rules/video-rules'
import type { Caller } from '../../http/api/handlers.ts'
import type { CacheLookup } from '../../platform/cache/cache-until-change.ts'
import type { Db } from '../../platform/database/database.ts'
import { statusFor } from '../describe-video.ts'
import { findPublicVideo } from '../public-pages/public-video.ts'
import { seeVideo } from '../see-video.ts'
import { viewerOf } from '../viewer.ts'

interface PlayedVideo {
  id: string
  ownerId: string
  duration: number | null
}

/** Whether everybody may watch a video; the facts if so. */
export type OpenVideo = { video: PlayedVideo | null }

const describe = ({ id, user_id, duration }: { id: string; user_id: string; duration: number | null }): PlayedVideo => ({
  id,
  ownerId: user_id,
  duration,
})

/**
 * The video behind a player, for everybody who may watch it. What everybody may watch, or nobody may without a sign-in or a link, is cached until a
 * public video changes: players report every few seconds, and a flood of reports for unknown videos must not reach the database.
 */
export function createPlayedVideos(db: Db, cached: CacheLookup<OpenVideo>) {
  const findOpen = async (id: string): Promise<OpenVideo> => {
    const row = await findPublicVideo(db, id)
    return { video: row ? describe(row) : null }
  }
  return async (id: string, caller: Caller | undefined, link: string | undefined): Promise<PlayedVideo | undefined> => {
    const { video } = await cached(id, () => findOpen(id))
    if (video) return video
    if (!caller && !link) return undefined
    const seen = await seeVideo(db, id, viewerOf(caller, link))
    if (!seen) return undefined
    if (!isWatchable(statusFor(seen.video, seen.right))) throw new Failure('CONFLICT', 'This video has nothing to play yet.')
    return describe(seen.video)
  }
}
