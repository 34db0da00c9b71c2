import { randomUUID } from 'node:crypto'
import { keyFramesSuffice } from '@video-forge/media/arguments/encode-arguments'
import { audioSeconds, copySeconds, isQuickCopy } from '@video-forge/media/planning/copy-cost'
import { decodeSeconds } from '@video-forge/media/planning/cost'
import type { MediaPlan } from '@video-forge/media/planning/make-plan'
import { copiedRungs, cpuSecondsOf, isWholeVideo, type Segment } from '@video-forge/media/planning/part-plan'
import type { Claim } from '../ledger.ts'
import type { PartEncoderDeps } from './encode-part.ts'
import type { NewPart } from './part-ledger.ts'

/** Stores the parts of a job, each with its expected CPU seconds. Rejects when the claim no longer holds. */
export async function splitJob(
  { partLedger, mediaTools }: Pick<PartEncoderDeps, 'partLedger' | 'mediaTools'>,
  claim: Claim,
  plan: MediaPlan,
  segments: readonly Segment[],
): Promise<void> {
  const recipe = { facts: plan.facts, formats: claim.outputFormats, machine: mediaTools.machine }
  const split = { folder: `videos/${claim.id}/parts-${randomUUID()}/`, recipe, hasAudio: plan.audio !== undefined }
  if (!(await partLedger.split(claim, split, orderParts(plan, segments)))) throw new Error('The claim of the job is lost.')
}

/**
 * The parts in the order in which they are leased, which serves viewers: audio, the first pictures, thumbnails, the other pictures. Where one
 * format runs ahead, all of it comes before the thumbnails, because these take long in a long video. Copied formats are the first pictures
 * where that is quick, and come after them in a long video. Where the first pictures are the whole video, its leader does all else beside them.
 */
export function orderParts(plan: MediaPlan, segments: readonly Segment[]): NewPart[] {
  const { facts, audio } = plan
  const thumbnailSeconds = keyFramesSuffice(plan)
    ? facts.video.keyFrames.length * secondsPerKeyFrame(plan)
    : decodeSeconds(facts, undefined)
  const extras: NewPart = { kind: 'extras', segment: null, weight: 0.6 + thumbnailSeconds }
  const sound: NewPart = { kind: 'audio', segment: null, weight: 0.1 + audioSeconds(plan) }
  const copies: NewPart[] = copiedRungs(plan).length > 0 ? [{ kind: 'copy', segment: null, weight: copySeconds(plan) }] : []
  const pictures = segments.map((segment): NewPart => {
    const share = segment.frames / Math.max(1, plan.timeline.frames)
    return { kind: 'segment', segment, weight: cpuSecondsOf(plan, segment) * share }
  })
  const isEarly = ({ segment }: NewPart, at: number): boolean => (plan.ahead ? segment?.formats?.includes(plan.ahead) === true : at === 0)
  const [early, late] = [pictures.filter(isEarly), pictures.filter((part, at) => !isEarly(part, at))]
  const isCopyFirst = copies.length > 0 && isQuickCopy(plan)
  const isOneSegment = early.every(({ segment }) => segment && isWholeVideo(segment))
  const first = isCopyFirst || isOneSegment ? [...copies, extras, ...early] : [...early.slice(0, 1), ...copies, ...early.slice(1), extras]
  return [...(audio ? [sound] : []), ...first, ...late]
}

/** Key frames hold several times as much as others, and are decoded without help from those before. */
const secondsPerKeyFrame = ({ facts }: MediaPlan): number => (4 * decodeSeconds(facts, undefined)) / Math.max(1, facts.video.frames)
