import { watchLaterId, watchLaterTitle } from '@video-forge/contract/rules/playlist-rules'
import { type Kysely, sql } from 'kysely'
import { newId } from './new-id.ts'
import type { Tables } from './tables.ts'

/** The id of a person's Watch later, which is made when it is first asked for; undefined if there is no such person. */
export async function watchLaterOf(db: Kysely<Tables>, userId: string): Promise<string | undefined> {
  const find = async () =>
    (await db.selectFrom('playlists').select('id').where('user_id', '=', userId).where('kind', '=', watchLaterId).executeTakeFirst())?.id
  const found = await find()
  if (found !== undefined) return found
  await sql`
    insert into playlists (id, user_id, title, visibility, kind)
    select ${newId()}, id, ${watchLaterTitle}, 'private', ${watchLaterId} from users where id = ${userId}
    on conflict (user_id) where kind = 'watch-later' do nothing`.execute(db)
  return find()
}
