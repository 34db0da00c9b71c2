import { randomBytes } from 'node:crypto'
import { Failure } from '@video-forge/contract/errors'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { hashOfSecret } from './viewer.ts'

const mostLinks = 50

/** Only the hash of a link's secret is kept, so its address is told once. */
export async function makeShareLink(db: Db, videoId: string, hours: number) {
  const { open } = await db
    .selectFrom('share_links')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow()
  if (Number(open) >= mostLinks) throw new Failure('CONFLICT', `A video can have ${mostLinks} links at most. Revoke one first.`)
  const secret = randomBytes(24).toString('base64url')
  const link = { id: newId(), created_at: new Date(), expires_at: new Date(Date.now() + hours * 3_600_000) }
  await db
    .insertInto('share_links')
    .values({ ...link, video_id: videoId, token_hash: hashOfSecret(secret) })
    .execute()
  return { ...link, secret }
}

export const openShareLinks = (db: Db, videoId: string) =>
  db
    .selectFrom('share_links')
    .select(['id', 'created_at', 'expires_at'])
    .where('video_id', '=', videoId)
    .where('expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .execute()

/** The link a secret belongs to, for the addresses that are given out through it. */
export async function shareLinkId(db: Db, videoId: string, secret: string | undefined): Promise<string | null> {
  if (!secret) return null
  const row = await db
    .selectFrom('share_links')
    .select('id')
    .where('video_id', '=', videoId)
    .where('token_hash', '=', hashOfSecret(secret))
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return row?.id ?? null
}

export async function revokeShareLinks(db: Db, videoId: string, linkId?: string): Promise<number> {
  let links = db.deleteFrom('share_links').where('video_id', '=', videoId)
  if (linkId) links = links.where('id', '=', linkId)
  const { numDeletedRows } = await links.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Links that have run out open nothing; a day later nobody wants to see them any more either. */
export async function sweepShareLinks(db: Db): Promise<void> {
  await db
    .deleteFrom('share_links')
    .where('expires_at', '<', new Date(Date.now() - 24 * 3_600_000))
    .execute()
}
