import { Failure } from '@video-forge/contract/errors'
import type { Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import { requireOwner } from './edit-video.ts'
import { makeShareLink, openShareLinks, revokeShareLinks } from './share-links.ts'

type ShareLinkKeys =
  | 'GET /gallery/videos/{id}/links'
  | 'POST /gallery/videos/{id}/links'
  | 'DELETE /gallery/videos/{id}/links'
  | 'DELETE /gallery/videos/{id}/links/{linkId}'

export function shareLinkHandlers(db: Db): Handlers<ShareLinkKeys> {
  const describe = ({ id, created_at, expires_at }: { id: string; created_at: Date; expires_at: Date }) => ({
    id,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  })
  return {
    'GET /gallery/videos/{id}/links': async ({ params, caller }) => {
      await requireOwner(db, params.id, caller)
      const links = await openShareLinks(db, params.id)
      return { links: links.map(describe) }
    },

    'POST /gallery/videos/{id}/links': async ({ params, body, caller, facts }) => {
      await requireOwner(db, params.id, caller)
      const { secret, ...link } = await makeShareLink(db, params.id, body.expiresInHours)
      return { link: { ...describe(link), url: `${facts.origin}/video/${params.id}?link=${secret}` } }
    },

    'DELETE /gallery/videos/{id}/links': async ({ params, caller }) => {
      await requireOwner(db, params.id, caller)
      return { result: { revoked: await revokeShareLinks(db, params.id) } }
    },

    'DELETE /gallery/videos/{id}/links/{linkId}': async ({ params, caller }) => {
      await requireOwner(db, params.id, caller)
      const revoked = await revokeShareLinks(db, params.id, params.linkId)
      if (revoked === 0) throw new Failure('NOT_FOUND', 'There is no such link.')
      return { result: { revoked } }
    },
  }
}
