import { Failure } from '@video-forge/contract/errors'
import { formatOfType, outputFormats, renditionTypes } from '@video-forge/contract/rules/formats'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import type { Db } from '../../platform/database/database.ts'
import { readSourceFacts } from '../../platform/database/source-facts.ts'
import type { ByteRange } from '../../platform/storage/storage.ts'
import { renditionDetails } from '../playback/playlists.ts'

/** Where a frame is taken from, and at which second of its clock. */
export type FrameSource =
  | { kind: 'segment'; key: string; ranges: readonly ByteRange[]; seconds: number }
  | { kind: 'original'; key: string; facts: SourceFacts | undefined; seconds: number }

/** A position this far after the end is the last frame: tracks of one file end at different times. */
const toleranceSeconds = 1

/** The best rendition, of which only one segment has to be read; while there is none, the original. */
export async function findFrameSource(db: Db, id: string, time: number): Promise<FrameSource> {
  const video = await db.selectFrom('videos').select(['duration', 'original_key']).where('id', '=', id).executeTakeFirst()
  if (video?.duration && time > video.duration + toleranceSeconds) {
    const message = 'The video ends before this position.'
    throw new Failure('INVALID_INPUT', message, { details: [{ field: 'time', message }] })
  }
  const segment = await findSegment(db, id, time)
  if (segment) return segment
  if (!video?.original_key) throw new Failure('CONFLICT', 'This video has no picture yet. Try again when it can be watched.')
  const facts = await readSourceFacts(db, id)
  return { kind: 'original', key: video.original_key, facts, seconds: time + (facts?.origin ?? 0) }
}

async function findSegment(db: Db, id: string, time: number): Promise<FrameSource | undefined> {
  const assets = await db
    .selectFrom('assets')
    .select(['asset_type', 'storage_key', 'details'])
    .where('job_id', '=', id)
    .where('asset_type', 'in', renditionTypes)
    .execute()
  const best = outputFormats.flatMap((format) => assets.find(({ asset_type }) => formatOfType(asset_type) === format) ?? [])[0]
  const details = renditionDetails.safeParse(best?.details)
  if (!best || !details.success) return undefined
  const { index, frameRate } = details.data
  let start = 0
  for (const [at, { offset, bytes, seconds }] of index.segments.entries()) {
    if (time < start + seconds || at === index.segments.length - 1) {
      const ranges = [
        { start: 0, end: index.initBytes - 1 },
        { start: offset, end: offset + bytes - 1 },
      ]
      return { kind: 'segment', key: best.storage_key, ranges, seconds: Math.max(start, shownFrom(time, frameRate)) }
    }
    start += seconds
  }
  return undefined
}

/** ffmpeg takes the first frame at or after a position, a player shows the last one at or before it. */
const shownFrom = (time: number, frameRate: number): number => time - 1 / Math.max(1, frameRate) + 0.002
