import { factsVersion, type SourceFacts } from '@video-forge/media/probing/source-facts'
import type { Db } from './database.ts'
import type { StoredFacts } from './tables/video-tables.ts'

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
