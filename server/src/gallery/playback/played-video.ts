import { Failure } from '@video-forge/contract/errors'
import { isWatchable } from '@video-forge/contract/rules/video-rules'
import type { CacheLookup } from '../../platform/cache/cache-until-change.ts'
import type { Db } from '../../platform/database/database.ts'
import { statusFor } from '../describe-video.ts'
import type { ReadViewer } from '../protection/read-viewer.ts'
import { findPublicVideo } from '../public-pages/public-video.ts'
import { asksForPassword, passwordRequired, seeVideo } from '../see-video.ts'

interface PlayedVideo {
  id: string
  ownerId: string
  duration: number | null
}

/** Whether everybody may watch a video; the facts if so. Otherwise whether it asks for a password. */
export type OpenVideo = { video: PlayedVideo | null; asksPassword: boolean }

const describe = ({ id, user_id, duration }: { id: string; user_id: string; duration: number | null }): PlayedVideo => ({
  id,
  ownerId: user_id,
  duration,
})

const closed: OpenVideo = { video: null, asksPassword: false }

/**
 * The video behind a player, for everybody who may watch it. What everybody may watch, or nobody may without a sign-in or a link, is cached until a
 * public video changes: players report every few seconds, and a flood of reports for unknown videos must not reach the database.
 */
export function createPlayedVideos(db: Db, readViewer: ReadViewer, cached: CacheLookup<OpenVideo>, isPublicSite: boolean) {
  const findOpen = async (id: string): Promise<OpenVideo> => {
    const row = await findPublicVideo(db, id)
    return { video: row ? describe(row) : null, asksPassword: !row && (await asksForPassword(db, id)) }
  }
  return async (id: string, request: Parameters<ReadViewer>[1]): Promise<PlayedVideo | undefined> => {
    const isStranger = !isPublicSite && !request.caller
    const { video, asksPassword } = isStranger ? closed : await cached(id, () => findOpen(id))
    if (video) return video
    const { link, grant, token } = request.query
    if (!request.caller && !link && !grant && !token) {
      if (asksPassword) throw passwordRequired()
      return undefined
    }
    const seen = await seeVideo(db, id, await readViewer(id, request))
    if (!seen) return undefined
    if (!isWatchable(statusFor(seen.video, seen.right))) throw new Failure('CONFLICT', 'This video has nothing to play yet.')
    return describe(seen.video)
  }
}
