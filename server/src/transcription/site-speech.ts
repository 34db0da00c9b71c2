import { sql } from 'kysely'
import { aliveAfter } from '../platform/database/alive-workers.ts'
import type { Db } from '../platform/database/database.ts'
import type { StoredSpeech } from '../platform/database/tables/site-tables.ts'

/** The speech models of the workers that run now, each once. Which model a worker has, only that worker knows. */
export async function readModels(db: Db): Promise<StoredSpeech[]> {
  const { rows } = await sql<{ speech: StoredSpeech }>`
    select speech from workers where seen_at > ${aliveAfter} and speech is not null
    group by speech order by min(started_at)`.execute(db)
  return rows.map(({ speech }) => speech)
}

/**
 * The languages in which captions can be made, the default first. While no worker runs, those of the model that comes with the product;
 * undefined if the site has another model, of which nothing is known then.
 */
export async function readLanguages(db: Db, hasOwnModel: boolean): Promise<string[] | undefined> {
  const models = await readModels(db)
  if (models.length > 0) return [...new Set(models.flatMap(({ languages }) => languages))]
  return hasOwnModel ? undefined : ['en']
}
