import { Failure } from '@video-forge/contract/errors'
import { playlistSentences, watchLaterId } from '@video-forge/contract/rules/playlist-rules'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Caller } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import type { PlaylistsTable } from '../../platform/database/tables/playlist-tables.ts'
import { watchLaterOf } from '../../platform/database/watch-later.ts'
import { hasPublicName } from '../public-pages/public-name.ts'
import type { Viewer } from '../viewer.ts'

export type PlaylistRow = Selectable<PlaylistsTable> & { owner_name: string | null }

/** The public name of the owner, if there is one. */
const ownerName = sql<string | null>`(select username from users where users.id = playlists.user_id and ${hasPublicName})`.as('owner_name')

export const playlistColumns = [
  ...(['id', 'user_id', 'title', 'description', 'visibility', 'kind', 'version', 'created_at', 'updated_at'] as const),
  ownerName,
] as const

export const noSuchPlaylist = () => new Failure('NOT_FOUND', playlistSentences.notFound)

/** Private ones are for their owner alone, and all of a disabled account are hidden from everybody but admins. */
function isSeenBy({ userId, isAdmin }: Viewer): RawBuilder<boolean> {
  const isEnabled = sql<boolean>`exists (select from users where users.id = playlists.user_id and users.disabled_at is null)`
  const isOpen = sql<boolean>`(playlists.visibility in ('public', 'link') and ${isAdmin ? sql<boolean>`true` : isEnabled})`
  return userId ? sql<boolean>`(playlists.user_id = ${userId} or ${isOpen})` : isOpen
}

/** A playlist that this viewer may see. To others it does not exist. */
export const lookUpPlaylist = (db: Db, id: string, viewer: Viewer): Promise<PlaylistRow | undefined> =>
  db.selectFrom('playlists').select(playlistColumns).where('id', '=', id).where(isSeenBy(viewer)).executeTakeFirst()

export async function seePlaylist(db: Db, id: string, viewer: Viewer): Promise<PlaylistRow> {
  const row = await lookUpPlaylist(db, id, viewer)
  if (!row) throw noSuchPlaylist()
  return row
}

/** The id behind the one in an address. A person's own Watch later is made when it is first asked for. */
export async function resolveId(db: Db, id: string, caller: Caller | undefined): Promise<string> {
  if (id !== watchLaterId) return id
  const found = caller && (await watchLaterOf(db, caller.userId))
  if (found === undefined) throw noSuchPlaylist()
  return found
}
