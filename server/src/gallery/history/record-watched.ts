import { playlistRules } from '@video-forge/contract/rules/playlist-rules'
import { sql } from 'kysely'
import type { Caller } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import { isOpenTo } from '../playlists/listed-videos.ts'
import { viewerOf } from '../viewer.ts'

export interface Watched {
  videoId: string
  /** Where playback is, in seconds of the video. */
  seconds: number
}

/**
 * Remembers that a person has watched a video. Nothing is stored for keys, for people who keep no history, and for a video that opens by a
 * link or a password only: their history would not show it.
 *
 * The account is locked against a change of the setting: who switches the history off and deletes it finds nothing stored afterwards.
 */
export async function recordWatched(db: Db, caller: Caller, { videoId, seconds }: Watched): Promise<void> {
  if (caller.scopes) return
  const { userId } = caller
  const { rows } = await sql<{ is_new: boolean }>`
    insert into watch_history (user_id, video_id, seconds)
    select users.id, videos.id, least(${seconds}, coalesce(videos.duration, ${seconds})) from users, videos
    where users.id = ${userId} and users.keeps_history and videos.id = ${videoId} and ${isOpenTo(viewerOf(caller))}
    for share of users
    on conflict (user_id, video_id) do update set watched_at = excluded.watched_at, seconds = excluded.seconds
    returning xmax = 0 as is_new`.execute(db)
  if (rows[0]?.is_new) await dropOldest(db, userId)
}

async function dropOldest(db: Db, userId: string): Promise<void> {
  await sql`
    delete from watch_history where user_id = ${userId} and watched_at < (
      select watched_at from watch_history where user_id = ${userId}
      order by watched_at desc, video_id desc offset ${playlistRules.maxHistory - 1} limit 1)`.execute(db)
}
