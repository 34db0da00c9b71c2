import { Failure } from '@video-forge/contract/errors'
import { playlistSentences } from '@video-forge/contract/rules/playlist-rules'
import { sql } from 'kysely'
import type { Handlers } from '../../http/api/handlers.ts'
import { type CursorShape, encodeCursor, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/database.ts'
import { describedColumns } from '../describe-video.ts'
import { emptyWatchLater } from '../playlists/change-videos.ts'
import type { PlaylistDeps, ShownTo } from '../playlists/describe-playlists.ts'
import { describeCard } from '../playlists/list-playlist-videos.ts'
import { isListedFor } from '../playlists/listed-videos.ts'
import { viewerOf } from '../viewer.ts'
import { readKeepsHistory } from './keeps-history.ts'

type HistoryKeys = 'GET /account/history' | 'PUT /account/history' | 'DELETE /account/history' | 'DELETE /account/history/{id}'

/** With microseconds, which a Date does not have. */
const watchedKey = sql<string>`watched_at::text`.as('watched_key')
const shape: CursorShape = { sort: 'history', keys: ['text'] }

/** What a person has watched, for nobody but them. */
export function historyHandlers(deps: PlaylistDeps): Handlers<HistoryKeys> {
  const { db } = deps
  return {
    'GET /account/history': async ({ query, caller, facts }) => {
      const keepsHistory = await readKeepsHistory(db, caller.userId)
      const page = await listHistory(deps, caller.userId, query, { viewer: viewerOf(caller), origin: facts.origin })
      return { ...page, keepsHistory }
    },

    'PUT /account/history': ({ body: { keepsHistory, deleteAll, emptyWatchLater: isEmptied }, caller }) =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('users').set({ keeps_history: keepsHistory }).where('id', '=', caller.userId).execute()
        if (isEmptied) await emptyWatchLater(transaction, caller.userId)
        return { keepsHistory, result: { deleted: deleteAll ? await deleteHistory(transaction, caller.userId) : 0 } }
      }),

    'DELETE /account/history': async ({ caller }) => ({ result: { deleted: await deleteHistory(db, caller.userId) } }),

    'DELETE /account/history/{id}': async ({ params, caller }) => {
      const { numDeletedRows } = await db
        .deleteFrom('watch_history')
        .where('user_id', '=', caller.userId)
        .where('video_id', '=', params.id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new Failure('NOT_FOUND', playlistSentences.notWatched)
      return { result: { id: params.id } }
    },
  }
}

const deleteHistory = async (db: Pick<Db, 'deleteFrom'>, userId: string): Promise<number> =>
  Number((await db.deleteFrom('watch_history').where('user_id', '=', userId).executeTakeFirst()).numDeletedRows)

async function listHistory(
  { db, grants }: PlaylistDeps,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  shownTo: ShownTo,
) {
  let query = db
    .selectFrom((from) =>
      from.selectFrom('watch_history').select(['video_id', 'watched_at', 'seconds']).where('user_id', '=', userId).as('watched'),
    )
    .innerJoin('videos', 'videos.id', 'watched.video_id')
    .select([...describedColumns, 'watched_at', 'seconds', watchedKey])
    .where(isListedFor(shownTo.viewer))
  if (cursor !== undefined) {
    const { values, id } = parseCursor(shape, cursor)
    query = query.where(sql<boolean>`(watched_at, video_id) < (${values[0]}::timestamptz, ${id}::uuid)`)
  }
  const rows = await query
    .orderBy('watched_at', 'desc')
    .orderBy('video_id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, nextCursor } = pageOf(rows, limit, ({ watched_key, id }) => encodeCursor(shape, [watched_key], id))
  const history = page.map((row) => ({
    video: describeCard(grants, row, shownTo),
    watchedAt: row.watched_at.toISOString(),
    seconds: row.seconds,
  }))
  return { history, nextCursor }
}
