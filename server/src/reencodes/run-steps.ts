import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { correctCrf, judge } from '@video-forge/media/planning/reencode/choose-crf'
import { planParts } from '@video-forge/media/planning/reencode/reencode-plan'
import { chooseQuality } from '@video-forge/media/run/reencode/choose-quality'
import { compareVersions } from '@video-forge/media/run/reencode/compare-versions'
import { encodeRuns, type Reencode } from '@video-forge/media/run/reencode/encode-runs'
import { joinReencode, readGroups } from '@video-forge/media/run/reencode/join-reencode'
import { temporaryFolderName } from '../platform/scratch/scratch-names.ts'
import { copyToFile } from '../platform/storage/copy-to-file.ts'
import { beginAgain, endReencode, publishReencode, reopenPart, retryWorseParts } from './end-reencode.ts'
import {
  CannotReencode,
  cutGroups,
  planRendition,
  type ReencodeDeps,
  type Rendition,
  readRendition,
  reencodedKey,
} from './open-rendition.ts'
import { addCpu, beginParts, finishPart, sumParts, type Work } from './reencode-ledger.ts'

interface Step extends Reencode {
  work: Work
  rendition: Rendition
  /** The rendition as a file. */
  before: string
  threads: number
}

/** Does one step of a re-encode. Throws when it is stopped; everything else that can happen is written down. */
export async function runStep(
  deps: ReencodeDeps,
  work: Work,
  { threads, signal }: { threads: number; signal: AbortSignal },
): Promise<void> {
  const rendition = await readRendition(deps.db, work)
  if (work.step.kind === 'plan' && !(await deps.storage.head(rendition.originalKey)))
    throw new CannotReencode('The original is not stored.')
  const folder = join(deps.scratch, temporaryFolderName('reencode'))
  await mkdir(folder, { recursive: true })
  try {
    await deps.useFile(rendition.originalKey, (input) =>
      deps.useFile(rendition.key, async (before) => {
        const { plan, rung } = await planRendition(deps, rendition, work, input, signal)
        const { mediaTools } = deps
        await steps[work.step.kind](deps, { work, rendition, before, threads, mediaTools, plan, rung, input, folder, signal })
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const steps: Record<Work['step']['kind'], (deps: ReencodeDeps, step: Step) => Promise<void>> = { plan, part: encodePart, join: joinParts }

/** Bytes that the encoder needs for each pixel, and beside them; measured, with a margin (decision 38). */
const memoryBytes = ({ width, height }: { width: number; height: number }): number => 200e6 + width * height * 350

async function plan(deps: ReencodeDeps, step: Step): Promise<void> {
  const { work, rendition, before, threads, rung } = step
  if (memoryBytes(rung.size) > deps.mediaTools.machine.memoryBytes * 0.6)
    throw new CannotReencode('This machine has too little memory for it.')
  const read = await readGroups(step.plan, before)
  const frames = read?.groups.reduce((sum, group) => sum + group.frames, 0)
  if (!read || frames !== step.plan.timeline.frames || read.groups.length !== rendition.index.segments.length)
    throw new CannotReencode('Frames of the source are missing in the rendition.')
  const { groups } = read
  const cut = (from: number, to: number) => cutGroups(before, rendition.index, [from, to], join(step.folder, `before-${from}.mp4`))
  const chosen = await chooseQuality(step, groups, cut, { preset: deps.preset, threads })
  await addCpu(deps.db, work, chosen.cpuSeconds)
  const starts = new Map(groups.map(({ tick }, at) => [tick, at]))
  const parts = planParts(step.plan, rung, groups).map((part) => {
    const from = starts.get(part.runs[0]?.from ?? 0) ?? 0
    const end = part.runs.at(-1)?.to
    const to = end === undefined ? groups.length : (starts.get(end) ?? groups.length)
    return { part, bytesBefore: rendition.index.segments.slice(from, to).reduce((sum, { bytes }) => sum + bytes, 0) }
  })
  await beginParts(deps.db, work, chosen, parts)
}

/** With this many parts done, what is no smaller than its H.264 is given up. */
const enoughParts = 3

async function encodePart(deps: ReencodeDeps, step: Step): Promise<void> {
  const { work, rendition, before, threads, folder } = step
  if (work.step.kind !== 'part') return
  const { number, part } = work.step
  const sums = await sumParts(deps.db, work.id)
  if (sums.done >= enoughParts && sums.bytes > sums.bytesBefore) return endReencode(deps.db, work, 'not-worth-it', tooLarge)
  const surplus = sums.ssim === null || sums.ssimBefore === null ? undefined : sums.ssim - sums.ssimBefore
  const crf = work.step.crf ?? correctCrf({ crf: work.crf ?? 0, slope: work.slope ?? 1 }, surplus)
  const made = join(folder, 'part.mp4')
  const { cpuSeconds, bytes } = await encodeRuns(step, part.runs, { crf, preset: deps.preset, threads }, made)
  const { groups: measured, run, skipped } = part.measured
  const cut = await cutGroups(before, rendition.index, [measured.from, measured.to], join(folder, 'before.mp4'))
  const compared = await compareVersions(step, run, { made, skipped, before: cut, threads })
  await addCpu(deps.db, work, cpuSeconds + compared.cpuSeconds)
  const key = `${work.folder}part-${number}-${work.lease}.mp4`
  await deps.storage.putFile(key, made)
  const { ssim, ssimBefore } = compared
  const frames = part.runs.reduce((sum, each) => sum + each.frames, 0)
  if (!(await finishPart(deps.db, work, { key, crf, bytes, frames, ssim, ssimBefore }))) await deps.storage.delete(key)
}

/** How often parts that were worse are made again. */
const maxRetries = 2
const tooLarge = 'At the same quality it is less than 15 % smaller.'
const worse = 'It does not reach the quality of the H.264 version.'

class PartLost extends Error {}

async function joinParts(deps: ReencodeDeps, step: Step): Promise<void> {
  const { work, rendition, before, folder, signal } = step
  const { db, storage } = deps
  const parts = await db
    .selectFrom('reencode_parts')
    .select(['number', 'key'])
    .where('reencode_id', '=', work.id)
    .orderBy('number')
    .execute()
  if (parts.length === 0) return void (await beginAgain(db, work))
  const fetched = async function* () {
    for (const { number, key } of parts) {
      const path = join(folder, `fetched-${number}.mp4`)
      if (!key || !(await copyToFile(storage, key, path, { signal }))) {
        await reopenPart(db, work, number)
        throw new PartLost()
      }
      yield path
      await rm(path)
    }
  }
  const made = await joinReencode(step, fetched(), before)
  await addCpu(db, work, made.cpuSeconds)
  const { ssim, ssimBefore } = await sumParts(db, work.id)
  const sums = { ssim: ssim ?? 0, ssimBefore: ssimBefore ?? 1, bytes: made.bytes }
  const verdict = judge({ ...sums, bytesBefore: work.bytesBefore })
  if (verdict === 'too-large') return endReencode(db, work, 'not-worth-it', tooLarge, sums)
  if (verdict === 'worse') return work.retries < maxRetries ? retryWorseParts(db, work) : endReencode(db, work, 'not-worth-it', worse, sums)
  const key = reencodedKey(rendition, work)
  await storage.putFile(key, made.path)
  const isPublished = await publishReencode(db, work, { key, bytes: made.bytes, index: made.index }, sums).catch(async (error) => {
    await storage.delete(key)
    throw error
  })
  if (!isPublished) await storage.delete(key)
}

/** A part whose file is gone is made again; that is no failure of the video. */
export const isPartLost = (error: unknown): boolean => error instanceof PartLost
