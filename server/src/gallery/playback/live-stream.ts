import { type OutputFormat, outputFormats } from '@video-forge/contract/rules/formats'
import { makePlan } from '@video-forge/media/planning/make-plan'
import { toNumber } from '@video-forge/media/probing/ratio'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { JobPart, JobSplit, StoredChunk, StoredCopy } from '../../platform/database/tables/part-tables.ts'
import type { StoredRange } from '../../platform/storage/storage.ts'

/** A chunk that is a file of its own, or the ranges of stored files that follow each other in it. */
export type LiveChunk = Omit<StoredChunk, 'key'> & ({ key: string } | { ranges: readonly StoredRange[] })

/** What can be played of one track from its start without a gap. */
export interface LiveTrack {
  chunks: readonly LiveChunk[]
  seconds: number
  isComplete: boolean
}

export interface LiveRendition extends LiveTrack {
  format: OutputFormat
  width: number
  height: number
  frameRate: number
  /** Bits per second, as planned. */
  expectedBandwidth: number
}

/** The checkpoints of a job as viewers play them. */
export interface LiveStream {
  /** The id of the split, which is in the names of its files. */
  split: string
  /** All renditions, tallest first; those without chunks too. */
  renditions: readonly LiveRendition[]
  /** Undefined when the video has none. */
  audio: LiveTrack | undefined
  /** The job is completed and the finished files are there. */
  isEnded: boolean
}

export type ReadLiveStream = (videoId: string) => Promise<LiveStream | undefined>

const minMemoryMs = 300
/** A long video has thousands of chunks: reading them may take this share of the time. */
const readShare = 0.05
const maxRemembered = 1000

interface Remembered {
  /** When it must be read again. */
  until: number
  stream: Promise<LiveStream | undefined>
}

/** Reads what can be played of a job's checkpoints. All viewers of a video share one read for a moment. */
export function createLiveStreams(db: Db): ReadLiveStream {
  const recent = new Map<string, Remembered>()
  return (videoId) => {
    const startedAt = performance.now()
    const known = recent.get(videoId)
    if (known && startedAt < known.until) return known.stream
    for (const [id, { until }] of recent) if (recent.size >= maxRemembered || startedAt >= until) recent.delete(id)
    const stream = readLiveStream(db, videoId)
    const remembered = { until: startedAt + minMemoryMs, stream }
    recent.set(videoId, remembered)
    stream.then(
      () => {
        remembered.until = startedAt + Math.max(minMemoryMs, (performance.now() - startedAt) / readShare)
      },
      () => recent.delete(videoId),
    )
    return stream
  }
}

async function readLiveStream(db: Db, videoId: string): Promise<LiveStream | undefined> {
  const split = await db
    .selectFrom('job_splits')
    .innerJoin('jobs', 'jobs.id', 'job_splits.job_id')
    .select(['folder', 'recipe', 'has_audio', 'audio', 'status'])
    .where('job_id', '=', videoId)
    // The new file of a video is watched once it is published, not before.
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('replacements').select('video_id').where('video_id', '=', videoId))))
    .executeTakeFirst()
  if (!split) return undefined
  const parts = await db
    .selectFrom('job_parts')
    .select(['kind', 'stretch as segment', 'state', 'pieces as checkpoints'])
    .select(sql<StoredCopy[] | null>`outcome -> 'copies'`.as('copies'))
    .where('job_id', '=', videoId)
    .orderBy('number')
    .execute()
  const isEnded = split.status === 'COMPLETED'
  const hasAllAudio = parts.some(({ kind, state }) => kind === 'audio' && state === 'done')
  const renditions = renditionsOf(split, parts, isEnded)
  return {
    split: splitIdOf(split.folder),
    renditions,
    audio: split.has_audio ? audioOf(split, renditions, isEnded || hasAllAudio) : undefined,
    isEnded,
  }
}

/** Folders of splits end in `parts-{id}/`. */
const splitIdOf = (folder: string): string => /parts-([^/]+)\/$/.exec(folder)?.[1] ?? ''

type Split = Pick<JobSplit, 'recipe'>
type Part = Pick<JobPart, 'state'> & { segment: JobPart['stretch']; checkpoints: JobPart['pieces']; copies: StoredCopy[] | null }

function renditionsOf({ recipe }: Split, parts: readonly Part[], isEnded: boolean): LiveRendition[] {
  const plan = makePlan(recipe.facts, recipe.formats, recipe.machine)
  const copies = parts.flatMap((part) => part.copies ?? [])
  const renditions = plan.rungs.map(({ format, size, expectedBytes, action }): LiveRendition => {
    const { chunks, isComplete } = action === 'copy' ? chunksOfCopy(copies, format) : chunksOf(parts, format)
    return {
      format,
      ...size,
      frameRate: toNumber(plan.timeline.rate),
      expectedBandwidth: (expectedBytes * 8) / Math.max(1, recipe.facts.duration),
      ...trackOf(chunks),
      isComplete: isEnded || isComplete,
    }
  })
  return renditions.sort((a, b) => outputFormats.indexOf(a.format) - outputFormats.indexOf(b.format))
}

/** Seconds by which a chunk of audio may end after the pictures. */
const audioTolerance = 0.1

/** Audio is encoded faster than pictures. Players would go on without pictures, so it is listed only as far as these reach. */
function audioOf({ audio }: Pick<JobSplit, 'audio'>, renditions: readonly LiveRendition[], isAll: boolean): LiveTrack {
  const whole = trackOf(audio)
  if (renditions.some(({ isComplete }) => isComplete)) return { ...whole, isComplete: isAll }
  const furthest = Math.max(0, ...renditions.map(({ seconds }) => seconds))
  let end = 0
  const count = whole.chunks.findIndex(({ seconds }) => {
    end += seconds
    return end > furthest + audioTolerance
  })
  return count < 0 ? { ...whole, isComplete: isAll } : { ...trackOf(whole.chunks.slice(0, count)), isComplete: false }
}

/** The checkpoints of a format up to the first that is missing. */
function chunksOf(parts: readonly Part[], format: OutputFormat): { chunks: StoredChunk[]; isComplete: boolean } {
  const chunks: StoredChunk[] = []
  for (const { segment, state, checkpoints } of parts) {
    if (!segment || !(segment.formats?.includes(format) ?? true)) continue
    for (const { keys } of checkpoints) chunks.push(...keys.filter((key) => key.format === format))
    const last = checkpoints.at(-1)
    if (state !== 'done' && !(last && last.to === segment.to)) return { chunks, isComplete: false }
  }
  return { chunks, isComplete: true }
}

/** A copied rendition is made at once. Its chunks are its pictures: the other renditions have none with audio. */
function chunksOfCopy(copies: readonly StoredCopy[], format: OutputFormat): { chunks: LiveChunk[]; isComplete: boolean } {
  const copy = copies.find((one) => one.format === format)
  const chunks = (copy?.chunks ?? []).map(({ lead, data, seconds }): LiveChunk => {
    const { key, leadsKey, headBytes, codec } = copy as StoredCopy
    const ranges = [
      { key: leadsKey, from: 0, bytes: headBytes },
      { key: leadsKey, ...lead },
      { key, ...data },
    ]
    return { ranges, headBytes, bytes: headBytes + lead.bytes + data.bytes, seconds, codec }
  })
  return { chunks, isComplete: copy !== undefined }
}

/** Versions before this one stored checkpoints that players cannot fetch: they lack the size of their head. */
function trackOf(stored: readonly LiveChunk[]): Pick<LiveTrack, 'chunks' | 'seconds'> {
  const chunks = stored.every(({ headBytes }) => headBytes > 0) ? stored : []
  return { chunks, seconds: chunks.reduce((sum, chunk) => sum + chunk.seconds, 0) }
}

/** The seconds of a rendition that can be played together with the audio. A track that is complete has nothing to wait for, however short it is. */
export function playableSeconds({ audio }: LiveStream, rendition: LiveRendition): number {
  const tracks = [rendition, ...(audio ? [audio] : [])]
  if (tracks.some(({ seconds }) => seconds === 0)) return 0
  const growing = tracks.filter(({ isComplete }) => !isComplete)
  return growing.length > 0 ? Math.min(...growing.map(({ seconds }) => seconds)) : Math.max(...tracks.map(({ seconds }) => seconds))
}

export const isPlayable = (stream: LiveStream, rendition: LiveRendition): boolean => playableSeconds(stream, rendition) > 0
