import { formatTable, type OutputFormat, outputFormats, renditionTypes } from '@video-forge/contract/rules/formats'
import type { VideoCodec } from '@video-forge/contract/rules/reencode-rules'
import { unusedRules } from '@video-forge/contract/rules/unused-rules'
import { type RawBuilder, sql } from 'kysely'
import { activeList } from './status-sql.ts'
import { wholeSite } from './whole-site.ts'

// Conditions on a rendition that an admin may drop because nobody plays it; see decision 38. It is `tall` in the table `assets`.

/** Why a tallest quality stays. */
export type KeptBecause = 'busy' | 'reencoding' | 'small' | 'alone' | 'young' | 'uncounted' | 'played'

/** Tallest first; null for other assets, so that a comparison with them is never true. */
const placeOf = (table: string) =>
  sql`array_position(${sql.lit(`{${renditionTypes.join(',')}}`)}::text[], ${sql.ref(`${table}.asset_type`)})`

const formats = sql.join(
  outputFormats.map((format) => sql`when ${sql.lit(formatTable[format].assetType)} then ${sql.lit(format)}`),
  sql` `,
)
export const formatOf = (table: string): RawBuilder<OutputFormat> => sql`case ${sql.ref(`${table}.asset_type`)} ${formats} end`

const sibling = (comparison: '<' | '>') => sql<boolean>`exists (
  select from assets as other where other.job_id = tall.job_id and ${placeOf('other')} ${sql.raw(comparison)} ${placeOf('tall')})`

/** What there is without it. */
export const remainingFormat: RawBuilder<OutputFormat> = sql`(
  select ${formatOf('other')} from assets as other where other.job_id = tall.job_id and ${placeOf('other')} > ${placeOf('tall')}
  order by ${placeOf('other')} limit 1)`

export const isTallest = sql<boolean>`(${placeOf('tall')} is not null and not ${sibling('<')})`

const hasAv1 = sql`coalesce(tall.details ? 'av1', false)`

/** As `makeFormats` decides it, for a video and a format. */
export const canMake = (format: RawBuilder<OutputFormat>) =>
  sql<boolean>`(videos.original_key is not null and least(videos.width, videos.height) >= case ${format} ${sql.join(
    outputFormats.map((each) => sql`when ${sql.lit(each)} then ${sql.lit(formatTable[each].height)}`),
    sql` `,
  )} end)`

/** The first day of the time in which nobody may have played it. */
const firstDay = (days: number) => sql`((now() at time zone 'utc')::date - ${sql.lit(days)}::int)`

const endOfMonth = sql`(day + interval '1 month' - interval '1 day')::date`

/** Of a row of play_bytes: old days are only known by their month. */
const lastDayOfRow = sql`case when is_month then ${endOfMonth} else day end`

/** From when on every play is known; null before the first. */
export const countedSince = sql<string | null>`(select min(${lastDayOfRow}) from play_bytes where subject = ${sql.lit(wholeSite)})`

const droppable = sql.join(unusedRules.formats.map((format) => sql.lit(formatTable[format].assetType)))
const joinVideo = sql`join jobs on jobs.id = tall.job_id join videos on videos.id = tall.job_id`

/** All renditions, with `jobs` and `videos` beside them. */
export const renditionWithVideo = sql`assets as tall ${joinVideo}`

/** The same of the largest that could be dropped, along the index by size: on a site with millions of files the rest is not read. */
export const largestWithVideo = sql`(
  select * from assets where asset_type in (${droppable}) order by file_size desc, id limit ${sql.lit(unusedRules.maxSeen)}) as tall ${joinVideo}`

export const hasMoreThanLargest = sql<boolean>`exists (
  select from assets where asset_type in (${droppable}) offset ${sql.lit(unusedRules.maxSeen)})`

/** Less of a file is no play: programs read the first bytes of many files. */
const minPlayedShare = 0.1

/** A file of a video, with the columns of its size. */
interface PlayedFile {
  jobId: RawBuilder<string>
  format: RawBuilder<OutputFormat>
  codec: VideoCodec
  bytes: RawBuilder<unknown>
}

const rowsOfFile = ({ jobId, format, codec }: PlayedFile) => sql`
  from play_bytes where play_bytes.subject = ${jobId} and play_bytes.format = ${format} and play_bytes.codec = ${sql.lit(codec)}`

/** Whether a tenth of it was served in so many days. */
export const wasPlayed = (file: PlayedFile, days: number) => sql<boolean>`coalesce((
  select sum(play_bytes.bytes) >= ${file.bytes} * ${sql.lit(minPlayedShare)} ${rowsOfFile(file)} and ${lastDayOfRow} >= ${firstDay(days)}), false)`

/** The last day, or the end of the month, in which a tenth of it was served. */
export const lastPlayed = (file: PlayedFile) => sql<string | null>`(
  select max(${lastDayOfRow})::text ${rowsOfFile(file)} and play_bytes.bytes >= ${file.bytes} * ${sql.lit(minPlayedShare)})`

const ofTall = { jobId: sql<string>`tall.job_id`, format: formatOf('tall') }
export const inH264: PlayedFile = { ...ofTall, codec: 'h264', bytes: sql`tall.file_size` }
/** Without a version in AV1 its size is unknown, and about that of the H.264. */
export const inAv1: PlayedFile = { ...ofTall, codec: 'av1', bytes: sql`coalesce((tall.details #>> '{av1,bytes}')::bigint, tall.file_size)` }

/** Whether its version in AV1 stays, because somebody plays that. */
export const keepsAv1 = (days: number) => sql<boolean>`(${hasAv1} and ${wasPlayed(inAv1, days)})`

/** What of its version in AV1 is freed with it. */
export const av1Bytes = (days: number) =>
  sql<number>`case when ${keepsAv1(days)} then 0 else coalesce((tall.details #>> '{av1,bytes}')::float8, 0) end`

/** It is processed or replaced at the moment. */
export const isBusy = sql<boolean>`(jobs.status in ${activeList} or exists (select from replacements where replacements.video_id = jobs.id))`

/** Without this all would seem unused on a site that has just begun to count. */
export const isUncounted = (days: number) => sql<boolean>`(coalesce(${countedSince} > ${firstDay(days)}, true))`

/** Each is true where the quality stays for that reason. */
export const reasonsToKeep = (days: number): Record<KeptBecause, RawBuilder<boolean>> => ({
  busy: isBusy,
  // While it is off, what was begun waits for nobody knows how long.
  reencoding: sql`(exists (select from reencode_settings where mode <> 'off') and exists (
    select from reencodes where reencodes.job_id = tall.job_id and reencodes.status in ('waiting', 'running')))`,
  small: sql`(tall.asset_type not in (${droppable}))`,
  alone: sql`(not ${sibling('>')})`,
  young: sql`(tall.created_at > now() - make_interval(days => ${sql.lit(days)}))`,
  uncounted: isUncounted(days),
  played: sql`(${wasPlayed(inH264, days)} or (not ${hasAv1} and ${wasPlayed(inAv1, days)}))`,
})

/** A tallest quality that nobody has played for so long, and nothing else keeps. */
export const isUnused = (days: number): RawBuilder<boolean> =>
  sql`(${isTallest} and ${sql.join(
    Object.values(reasonsToKeep(days)).map((reason) => sql`not ${reason}`),
    sql` and `,
  )})`
