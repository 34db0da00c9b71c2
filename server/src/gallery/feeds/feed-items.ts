import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { shownTags } from '../../platform/database/tag-columns.ts'
import { describedColumns, thumbnailOf } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { mediaBase } from '../media-addresses.ts'
import { personRight } from '../viewer.ts'
import { type Enclosure, enclosurePath, readEnclosures } from './enclosure.ts'
import { isListed } from './listed-video.ts'

/** The newest ones; readers keep what they have seen. */
const maxItems = 50

/** A video in a feed, with absolute addresses. */
export interface FeedItem {
  id: string
  title: string
  description: string
  /** Its page, and the player for other sites. */
  page: string
  player: string
  published: Date
  updated: Date
  /** Seconds. */
  duration: number | null
  author: string | null
  tags: string[]
  thumbnail: string | null
  enclosure: (Enclosure & { url: string }) | null
}

export interface ItemQuery {
  where: Expression<SqlBool>
  /** The newest first by default. */
  order?: RawBuilder<unknown>
}

/** The newest videos for which a condition holds, of those that every stranger may watch. */
export async function readFeedItems({ db, grants }: { db: Db; grants: Grants }, origin: string, query: ItemQuery): Promise<FeedItem[]> {
  const rows = await db
    .selectFrom('videos')
    .select([...describedColumns, 'updated_at'])
    .where(isListed)
    .where(query.where)
    .orderBy(query.order ?? sql`id desc`)
    .limit(maxItems)
    .execute()
  const enclosures = await readEnclosures(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const enclosure = enclosures.get(row.id)
    return {
      id: row.id,
      title: row.title.trim() || `Video ${row.id}`,
      description: row.description,
      page: `${origin}/video/${row.id}`,
      player: `${origin}/embed/${row.id}`,
      published: row.created_at,
      updated: row.updated_at,
      duration: row.duration,
      author: row.owner_name,
      tags: shownTags(row),
      thumbnail: thumbnailOf(row, origin + mediaBase(grants, row, personRight(row, null))),
      enclosure: enclosure ? { ...enclosure, url: origin + enclosurePath(row.id) } : null,
    }
  })
}
