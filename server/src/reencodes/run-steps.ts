import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { longestLead } from '@video-forge/media/planning/part-plan'
import { type ChosenSettings, firstCrf, judge } from '@video-forge/media/planning/reencode/choose-crf'
import { isHopeless, meanQuality, nextCrf, planRetry } from '@video-forge/media/planning/reencode/part-quality'
import { planParts, rangeOf, segmentOf } from '@video-forge/media/planning/reencode/reencode-plan'
import { chooseQuality } from '@video-forge/media/run/reencode/choose-quality'
import { compareVersions } from '@video-forge/media/run/reencode/compare-versions'
import { encodeRuns, type Reencode } from '@video-forge/media/run/reencode/encode-runs'
import { joinReencode, readGroups } from '@video-forge/media/run/reencode/join-reencode'
import { temporaryFolderName } from '../platform/scratch/scratch-names.ts'
import { copyToFile } from '../platform/storage/copy-to-file.ts'
import { NotStored } from '../platform/storage/file-copies.ts'
import { beginAgain, endReencode, reopenPart, retryParts } from './end-reencode.ts'
import { CannotReencode, cutGroups, planRendition, type ReencodeDeps, type Rendition, readRendition } from './open-rendition.ts'
import { publishFile } from './publish-file.ts'
import { addCpu, beginParts, finishPart, readFinished, readTaller, type Work } from './reencode-ledger.ts'

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
  { threads, majorVersion, signal }: Pick<Step, 'threads' | 'majorVersion' | 'signal'>,
): Promise<void> {
  const rendition = await readRendition(deps.db, work)
  if (!(await deps.storage.head(rendition.originalKey))) throw new NotStored()
  const folder = join(deps.scratch, temporaryFolderName('reencode'))
  await mkdir(folder, { recursive: true })
  try {
    const doStep = async (input: string, before: string) => {
      const { plan, rung } = await planRendition(deps, rendition, work, input, signal)
      const { mediaTools } = deps
      const reencode = { mediaTools, plan, rung, majorVersion, input, folder, signal }
      await steps[work.step.kind](deps, { ...reencode, work, rendition, before, threads })
    }
    await deps.useFile(rendition.originalKey, (input) => deps.useFile(rendition.key, (before) => doStep(input, before), signal), signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const steps: Record<Work['step']['kind'], (deps: ReencodeDeps, step: Step) => Promise<void>> = { plan, part: encodePart, join: joinParts }

/** Each part of an AVI, for instance, decodes everything before it, and of a source with key frames in each picture. */
const maxLeadSeconds = 300
const framesMissing = 'Frames of the source are missing in the rendition.'

async function plan(deps: ReencodeDeps, step: Step): Promise<void> {
  const { work, rendition, before, threads, rung } = step
  if (longestLead(step.plan) > maxLeadSeconds)
    throw new CannotReencode('To reach a part of its file, minutes before it must be read, each time.')
  const read = await readGroups(step.plan, before)
  const frames = read?.groups.reduce((sum, group) => sum + group.frames, 0)
  if (!read || frames !== step.plan.timeline.frames || read.groups.length !== rendition.index.segments.length)
    throw new CannotReencode(framesMissing)
  const { groups, audioBytes } = read
  const cut = (from: number, to: number) => cutGroups(before, rendition.index, [from, to], join(step.folder, `before-${from}.mp4`))
  const chosen = await chooseQuality(step, groups, cut, { threads }, await readTaller(deps.db, work))
  await addCpu(deps.db, work, chosen.cpuSeconds)
  const pictureBytes = pictureBytesIn(rendition, audioBytes)
  const triedBytes = chosen.groups.reduce((sum, { from, to }) => sum + pictureBytes(from, to), 0)
  if (chosen.bytes > triedBytes) return endReencode(deps.db, work, 'not-worth-it', tooLarge)
  const parts = planParts(step.plan, rung, groups).map((part) => {
    const { from, to } = rangeOf(part, groups)
    return { part, bytesBefore: pictureBytes(from, to) }
  })
  await beginParts(deps.db, work, chosen, parts)
}

/** The bytes of the pictures in some groups of a rendition, whose segments hold its sound, too. */
function pictureBytesIn({ index: { segments } }: Rendition, audioBytes: number): (from: number, to: number) => number {
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0)
  const audioRate = audioBytes / Math.max(0.001, seconds)
  return (from, to) =>
    Math.round(segments.slice(from, to).reduce((sum, segment) => sum + Math.max(0, segment.bytes - audioRate * segment.seconds), 0))
}

async function encodePart(deps: ReencodeDeps, step: Step): Promise<void> {
  const { work, rendition, before, threads, folder } = step
  if (work.step.kind !== 'part') return
  const { number, part } = work.step
  const read = await readGroups(step.plan, before)
  if (!read) throw new CannotReencode(framesMissing)
  const { from, to } = rangeOf(part, read.groups)
  const segment = segmentOf(read.groups, from, to)
  const finished = await readFinished(deps.db, work.id)
  if (isHopeless(finished)) return endReencode(deps.db, work, 'not-worth-it', tooLarge)
  const framesLeft = step.plan.timeline.frames - finished.reduce((sum, { frames }) => sum + frames, 0)
  const chosen = chosenOf(work)
  const crf = work.step.crf ?? nextCrf(chosen, finished, { framesLeft, isFirst: number === 0 })
  const made = join(folder, 'part.mp4')
  const { cpuSeconds, bytes } = await encodeRuns(step, part.runs, { crf, isScreen: chosen.isScreen, threads }, made)
  const cut = await cutGroups(before, rendition.index, [from, to], join(folder, 'before.mp4'))
  const compared = await compareVersions(step, segment, { made, before: cut, threads })
  await addCpu(deps.db, work, cpuSeconds + compared.cpuSeconds)
  const key = `${work.folder}part-${number}-${work.lease}.mp4`
  await deps.storage.putFile(key, made)
  const { ssim, ssimBefore } = compared
  if (!(await finishPart(deps.db, work, { key, crf, bytes, frames: segment.frames, ssim, ssimBefore }))) await deps.storage.delete(key)
}

const chosenOf = ({ crf, slope, isScreen }: Work): ChosenSettings => ({
  crf: crf ?? firstCrf,
  slope: slope ?? 1,
  // What it was chosen with.
  isScreen: isScreen ?? true,
})

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
  const finished = await readFinished(db, work.id)
  const sums = { ...meanQuality(finished), bytes: made.bytes }
  const { bytesBefore } = work
  const verdict = judge({ ...sums, bytesBefore })
  if (verdict === 'too-large') return endReencode(db, work, 'not-worth-it', tooLarge, sums)
  if (verdict === 'worse') {
    const again = planRetry(finished, chosenOf(work).slope, { bytes: made.bytes, bytesBefore })
    if (!again) return endReencode(db, work, 'not-worth-it', tooLarge, sums)
    return work.retries < maxRetries ? retryParts(db, work, again) : endReencode(db, work, 'not-worth-it', worse, sums)
  }
  await publishFile(deps, rendition, work, made, sums)
}

/** A part whose file is gone is made again; that is no failure of the video. */
export const isPartLost = (error: unknown): boolean => error instanceof PartLost
