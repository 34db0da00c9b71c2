import { Failure } from '@video-forge/contract/errors'
import type { Person } from '@video-forge/contract/people'
import { sql } from 'kysely'
import type { Handlers } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import { isWatchableByAll } from '../../platform/database/visibility.ts'
import { hasPublicName } from './public-name.ts'

export interface PeopleDeps {
  db: Db
  /** A username for comparisons. */
  nameKey: (username: string) => string
}

/** The id of an account with a public name, whether it has public videos or not. */
export async function findOwner({ db, nameKey }: PeopleDeps, username: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', nameKey(username))
    .where(hasPublicName)
    .executeTakeFirst()
  return row?.id
}

/** The ids of these accounts by the names as they are given: those with a public name, and the caller's own. One query for all. */
export async function findOwners(
  { db, nameKey }: PeopleDeps,
  usernames: readonly string[],
  callerId?: string,
): Promise<Map<string, string>> {
  if (usernames.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username_key'])
    .where('username_key', 'in', [...new Set(usernames.map(nameKey))])
    .where(sql<boolean>`((${hasPublicName}) or id = ${callerId ?? null}::uuid)`)
    .execute()
  const ids = new Map(rows.map(({ id, username_key }) => [username_key, id]))
  return new Map(usernames.flatMap((name) => (ids.has(nameKey(name)) ? [[name, ids.get(nameKey(name)) ?? '']] : [])))
}

/** A person with public videos or playlists. Others exist only for themselves, so that nobody can find out which accounts there are. */
export async function findPerson({ db, nameKey }: PeopleDeps, username: string, callerId?: string): Promise<Person | undefined> {
  const { rows } = await sql<{ id: string; username: string; created_at: Date; video_count: number; has_playlists: boolean }>`
    select id, username, created_at, (select count(*)::int from videos where user_id = users.id and ${isWatchableByAll}) as video_count,
      exists (select from playlists where user_id = users.id and visibility = 'public') as has_playlists
    from users where username_key = ${nameKey(username)} and ${hasPublicName}`.execute(db)
  const [row] = rows
  if (!row || (row.video_count === 0 && !row.has_playlists && row.id !== callerId)) return undefined
  return { username: row.username, name: row.username, videoCount: row.video_count, since: row.created_at.toISOString() }
}

export function peopleHandlers(deps: PeopleDeps): Handlers<'GET /people/{username}'> {
  return {
    'GET /people/{username}': async ({ params, caller }) => {
      const person = await findPerson(deps, params.username, caller?.userId)
      if (!person) throw new Failure('NOT_FOUND', 'There is no page for this name.')
      return { person }
    },
  }
}
