import { factsVersion, type SourceFacts } from '@video-forge/media/probing/source-facts'
import type { Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { StoredFacts } from './tables/video-tables.ts'
import type { Tables } from './tables.ts'

const ofVersion = (facts: SourceFacts): string => JSON.stringify({ version: factsVersion, facts })

const ofThisVersion = (stored: StoredFacts | null | undefined): SourceFacts | undefined =>
  stored?.version === factsVersion ? stored.facts : undefined

/** What a probe found in the file that replaces the one of a video. */
export async function readReplacementFacts(db: Db, videoId: string): Promise<SourceFacts | undefined> {
  const row = await db.selectFrom('replacements').select('facts').where('video_id', '=', videoId).executeTakeFirst()
  return ofThisVersion(row?.facts)
}

/** What a probe found in the original of a video, if it has this owner. Undefined after its job, or when another version probed it. */
export async function readSourceFacts(db: Db, videoId: string, ownerId?: string): Promise<SourceFacts | undefined> {
  const row = await db
    .selectFrom('videos')
    .select('source_facts')
    .where('id', '=', videoId)
    .$if(ownerId !== undefined, (query) => query.where('user_id', '=', ownerId ?? ''))
    .executeTakeFirst()
  return ofThisVersion(row?.source_facts)
}

export async function writeReplacementFacts(transaction: Transaction<Tables>, videoId: string, facts: SourceFacts): Promise<void> {
  await transaction
    .updateTable('replacements')
    .set({ facts: ofVersion(facts) })
    .where('video_id', '=', videoId)
    .execute()
}

export async function writeSourceFacts(transaction: Transaction<Tables>, videoId: string, facts: SourceFacts): Promise<void> {
  await transaction
    .updateTable('videos')
    .set({ source_facts: ofVersion(facts) })
    .where('id', '=', videoId)
    .execute()
}
