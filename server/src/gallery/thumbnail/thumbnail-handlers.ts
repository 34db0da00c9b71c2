import type { MadeThumbnail } from '@video-forge/media/run/pictures/chosen-thumbnail'
import type { Handlers } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import { requireOwner } from '../edit-video.ts'
import type { Grants } from '../grants.ts'
import { type ReadHeat, readVideoDetails } from '../video-details.ts'
import { viewerOf } from '../viewer.ts'
import { findFrameSource } from './frame-source.ts'
import { type CheckSpace, keepThumbnail, removeThumbnail, wantsPlaceholder } from './keep-thumbnail.ts'
import { type MakeDeps, withFrame, withPicture } from './make-thumbnail.ts'

type ThumbnailKeys = 'POST /gallery/videos/{id}/thumbnail' | 'DELETE /gallery/videos/{id}/thumbnail'

export interface ThumbnailDeps extends MakeDeps {
  db: Db
  grants: Grants
  checkSpace: CheckSpace
  lingerSeconds: number | null
  readHeat: ReadHeat
  clearPublicCache: () => void
}

export function thumbnailHandlers(deps: ThumbnailDeps): Handlers<ThumbnailKeys> {
  const { db } = deps
  return {
    'POST /gallery/videos/{id}/thumbnail': async ({ params: { id }, query, body, file, caller, facts }) => {
      await requireOwner(db, id, caller)
      const described = async () => ({ video: await readVideoDetails(deps, id, viewerOf(caller), facts.origin) })
      const isPlaceholder = query.placeholder === 'true'
      if (isPlaceholder && !(await wantsPlaceholder(db, id))) return described()
      const request = { userId: caller.userId, signal: facts.disconnectSignal() }
      const keep = (made: MadeThumbnail) => keepThumbnail(deps, id, { made, isFrame: file === undefined, isPlaceholder })
      if (file) await withPicture(deps, request, file, keep)
      else await withFrame(deps, request, await findFrameSource(db, id, body.time), keep)
      deps.clearPublicCache()
      return described()
    },

    'DELETE /gallery/videos/{id}/thumbnail': async ({ params: { id }, caller, facts }) => {
      await requireOwner(db, id, caller)
      await removeThumbnail(db, id)
      deps.clearPublicCache()
      return { video: await readVideoDetails(deps, id, viewerOf(caller), facts.origin) }
    },
  }
}
