import { createHash } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RungPlan } from '@video-forge/media/planning/ladder'
import { type MediaPlan, makePlan } from '@video-forge/media/planning/make-plan'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { probeFile } from '@video-forge/media/run/inspect/probe-file'
import type { StreamIndex } from '@video-forge/media/run/inspect/read-index'
import * as z from 'zod'
import type { Db } from '../platform/database/database.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Work } from './reencode-ledger.ts'

/** Calls `use` with a stored object as a file on this machine. An abort stops only its copy: `use` has its own ways to end. */
type UseFile = <Result>(key: string, use: (path: string) => Promise<Result>, signal: AbortSignal) => Promise<Result>

export interface ReencodeDeps {
  db: Db
  storage: Storage
  mediaTools: MediaTools
  scratch: string
  useFile: UseFile
}

/** This rendition cannot be made again, whoever tries. */
export class CannotReencode extends Error {}

export interface Rendition {
  key: string
  index: StreamIndex
  originalKey: string
  formats: MediaPlan['rungs'][number]['format'][]
  size: { width: number | null; height: number | null }
}

const storedDetails = z.object({
  index: z.object({
    initBytes: z.number(),
    segments: z.array(z.object({ offset: z.number(), bytes: z.number(), seconds: z.number() })),
    codecs: z.array(z.string()),
  }),
})

/** The rendition that is made again, and where it was made from. */
export async function readRendition(db: Db, { assetId }: Work): Promise<Rendition> {
  const row = await db
    .selectFrom('assets')
    .innerJoin('videos', 'videos.id', 'assets.job_id')
    .innerJoin('jobs', 'jobs.id', 'assets.job_id')
    .select(['assets.storage_key', 'assets.details', 'assets.width', 'assets.height', 'videos.original_key', 'jobs.output_formats'])
    .where('assets.id', '=', assetId)
    .executeTakeFirst()
  const details = storedDetails.safeParse(row?.details)
  if (!row?.original_key || !details.success) throw new CannotReencode('The rendition or its original is not stored.')
  const { storage_key: key, original_key: originalKey, output_formats: formats, width, height } = row
  return { key, index: details.data.index, originalKey, formats: [...formats], size: { width, height } }
}

/** Facts of the last source: the parts of a video follow each other, and a probe reads the whole file. */
let lastFacts: { key: string; facts: SourceFacts } | undefined

/** The plan by which the rendition was made, computed again from its source. */
export async function planRendition(
  { mediaTools }: Pick<ReencodeDeps, 'mediaTools'>,
  { originalKey, formats, size }: Rendition,
  { format }: Work,
  input: string,
  signal: AbortSignal,
): Promise<{ plan: MediaPlan; rung: RungPlan }> {
  const facts = lastFacts?.key === originalKey ? lastFacts.facts : await probeFile(mediaTools, input, signal)
  lastFacts = { key: originalKey, facts }
  const plan = makePlan(facts, formats, mediaTools.machine)
  const rung = plan.rungs.find((each) => each.format === format)
  if (rung?.action !== 'encode' || rung.size.width !== size.width || rung.size.height !== size.height)
    throw new CannotReencode('This version would make the rendition in another way.')
  return { plan, rung }
}

/** Writes consecutive groups of a rendition as a file that plays by itself. */
export async function cutGroups(path: string, { initBytes, segments }: StreamIndex, range: [from: number, to: number], output: string) {
  const [first, last] = [segments[range[0]], segments[range[1] - 1]]
  if (!first || !last) throw new Error('The rendition has no such groups.')
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(initBytes + last.offset + last.bytes - first.offset)
    await file.read(bytes, 0, initBytes, 0)
    await file.read(bytes, initBytes, bytes.length - initBytes, first.offset)
    await writeFile(output, bytes)
  } finally {
    await file.close()
  }
  return output
}

/**
 * Where the new version is stored: beside the rendition, so that it is deleted with it. Each lease has a file of its own, because who has lost the
 * lease deletes what was made under it.
 */
export const reencodedKey = ({ key }: Pick<Rendition, 'key'>, { id, format, lease }: Work): string =>
  join(key, '..', `${format}-av1-${createHash('sha256').update(`${id} ${lease}`).digest('hex').slice(0, 12)}.mp4`)
