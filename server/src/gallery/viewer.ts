import { createHash } from 'node:crypto'
import { mayManageVideos } from '@video-forge/contract/permissions'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Caller } from '../http/handlers.ts'
import type { Tables } from '../platform/database/tables.ts'

/** Somebody who wants to see a video: a visitor, a user, an admin, or any of them with the secret of a share link. */
export interface Viewer {
  userId: string | undefined
  isAdmin: boolean
  linkHash: Buffer | undefined
}

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const viewerOf = (caller: Caller | undefined, link?: string): Viewer => ({
  userId: caller?.userId,
  isAdmin: caller !== undefined && mayManageVideos(caller.groups),
  linkHash: link ? hashOfSecret(link) : undefined,
})

/** The rule of who sees a video, in the query that reads it: to all others it does not exist. */
export function seenBy<Output>(query: SelectQueryBuilder<Tables, 'videos', Output>, { userId, isAdmin, linkHash }: Viewer) {
  if (isAdmin) return query
  const link = linkHash
    ? sql<boolean>`exists (select 1 from share_links where video_id = videos.id and token_hash = ${linkHash} and expires_at > now())`
    : sql<boolean>`false`
  const owner = userId ? sql<boolean>`videos.user_id = ${userId}` : sql<boolean>`false`
  return query.where(sql<boolean>`(videos.visibility = 'public' or ${owner} or ${link})`)
}
