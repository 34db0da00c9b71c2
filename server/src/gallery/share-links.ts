import { randomBytes } from 'node:crypto'
import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import type { Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Task } from '../platform/schedule/scheduler.ts'
import { hashOfSecret } from './viewer.ts'

const maxLinks = 50

/** Only the hash of the secret is stored, so the address can be shown only once. */
export async function makeShareLink(db: Db, videoId: string, hours: number) {
  const secret = randomBytes(24).toString('base64url')
  const link = { id: newId(), created_at: new Date(), expires_at: new Date(Date.now() + hours * 3_600_000) }
  await db.transaction().execute(async (transaction) => {
    // The row lock makes concurrent requests for one video wait, so that they cannot exceed the limit together.
    const video = await transaction.selectFrom('videos').select('id').where('id', '=', videoId).forNoKeyUpdate().executeTakeFirst()
    if (!video) throw new Failure('NOT_FOUND', sentences.videoNotFound)
    const open = await openShareLinks(transaction, videoId)
    if (open.length >= maxLinks) throw new Failure('CONFLICT', `A video can have at most ${maxLinks} links. Revoke one first.`)
    await transaction
      .insertInto('share_links')
      .values({ ...link, video_id: videoId, token_hash: hashOfSecret(secret) })
      .execute()
  })
  return { ...link, secret }
}

export const openShareLinks = (db: Db | Transaction<Tables>, videoId: string) =>
  db
    .selectFrom('share_links')
    .select(['id', 'created_at', 'expires_at'])
    .where('video_id', '=', videoId)
    .where('expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .execute()

export async function revokeShareLinks(db: Db, videoId: string, linkId?: string): Promise<number> {
  let links = db.deleteFrom('share_links').where('video_id', '=', videoId)
  if (linkId) links = links.where('id', '=', linkId)
  const { numDeletedRows } = await links.executeTakeFirst()
  return Number(numDeletedRows)
}

export const expiredShareLinksTask = (db: Db): Task => ({
  name: 'delete expired share links',
  everyMs: 60 * 60 * 1000,
  needsLease: true,
  run: async () => {
    await db
      .deleteFrom('share_links')
      .where('expires_at', '<', new Date(Date.now() - 24 * 3_600_000))
      .execute()
    return false
  },
})
