import { type OutputFormat, outputFormats } from '@video-forge/contract/rules/formats'
import { unusedRules } from '@video-forge/contract/rules/unused-rules'
import { type RawBuilder, sql } from 'kysely'
import { isBusy, isUncounted, wasPlayed } from './unused-quality.ts'

// Conditions on a version in AV1 that stayed when its H.264 was dropped; see decision 38. It is `kept` in the table `reencodes`.

/** Why such a version stays. */
export type Av1KeptBecause = 'busy' | 'young' | 'uncounted' | 'played'

/** All of them, with `jobs` and `videos` beside them. */
const isKept = sql`asset_id is null and status = 'published'`
const joinVideo = sql`join jobs on jobs.id = kept.job_id join videos on videos.id = kept.job_id`
export const keptWithVideo = sql`(select * from reencodes where ${isKept}) as kept ${joinVideo}`

/** The largest, along their index. */
const largestKept = sql`(
  select * from reencodes where ${isKept} order by bytes desc, id limit ${sql.lit(unusedRules.maxSeen)}) as kept ${joinVideo}`

export const hasMoreThanLargestKept = sql<boolean>`exists (select from reencodes where ${isKept} offset ${sql.lit(unusedRules.maxSeen)})`

export const keptFile = {
  jobId: sql<string>`kept.job_id`,
  format: sql<OutputFormat>`kept.format`,
  codec: 'av1' as const,
  bytes: sql`kept.bytes`,
}

/** Each is true where it stays for that reason. */
export const reasonsToKeepAv1 = (days: number): Record<Av1KeptBecause, RawBuilder<boolean>> => ({
  busy: isBusy,
  young: sql`(kept.ended_at > now() - make_interval(days => ${sql.lit(days)}))`,
  uncounted: isUncounted(days),
  played: wasPlayed(keptFile, days),
})

/** Those that nobody has played for so long: of each video the tallest. Rows of `reencodes`. */
export const unusedAv1 = (days: number) => sql<{ id: string; job_id: string }>`(
  select distinct on (kept.job_id) kept.* from ${largestKept}
  where ${sql.join(
    Object.values(reasonsToKeepAv1(days)).map((reason) => sql`not ${reason}`),
    sql` and `,
  )}
  order by kept.job_id, array_position(${sql.lit(`{${outputFormats.join(',')}}`)}::text[], kept.format))`
