import type { SourceFacts, SourceLimits } from '../probing/source-facts.ts'
import { defaultLimits } from '../probing/source-facts.ts'
import { type AudioPlan, planAudio } from './audio-plan.ts'
import { whyNotCopied } from './copy-decision.ts'
import { clockSeconds, decodeSeconds, encodedBytes, encodeSeconds, smallWorkSeconds } from './cost.ts'
import { describeFormats, type FormatPlan, planNotes } from './describe-plan.ts'
import type { Format } from './formats.ts'
import { buildLadder, type Rung, type RungPlan } from './ladder.ts'
import type { MachineFacts } from './machine.ts'
import { type PreviewPlan, planPreview, planThumbnails, type ThumbnailPlan } from './pictures/thumbnail-plan.ts'
import { rungAhead } from './run-ahead.ts'
import { planTimeline, type Timeline } from './timeline.ts'

export interface MediaPlan {
  facts: SourceFacts
  limits: SourceLimits
  machine: MachineFacts
  formats: readonly FormatPlan[]
  /** Tallest first. */
  rungs: readonly RungPlan[]
  audio: AudioPlan | undefined
  timeline: Timeline
  thumbnails: ThumbnailPlan
  preview: PreviewPlan
  /** Seconds of video between two progress reports of the pass. */
  progressInterval: number
  decodeThreads: number
  notes: readonly string[]
  /** The format that is encoded before the others. */
  ahead: Format | undefined
  expectedCpuSeconds: number
  /** Wall-clock seconds on an idle machine. */
  expectedSeconds: number
  expectedBytes: number
}

/** CPU seconds between two progress reports: several a second even if the forecast is off or the machine is busy. */
const progressIntervalSeconds = 0.15

export function makePlan(
  facts: SourceFacts,
  chosen: readonly Format[],
  machine: MachineFacts,
  limits: SourceLimits = defaultLimits,
): MediaPlan {
  const ladder = buildLadder(facts.video.shown, chosen)
  const timeline = planTimeline(facts, ladder.rungs[0]?.size ?? facts.video.shown)
  const audio = planAudio(facts)
  const audioBytes = audio ? (audio.bitrate * facts.duration) / 8 : 0
  const refusals = ladder.rungs.map((rung) => whyNotCopied(facts, rung))
  const encodedRungs = ladder.rungs.filter((_, at) => refusals[at] !== undefined)
  const rungs = ladder.rungs.map((rung, at): RungPlan => {
    const isCopied = refusals[at] === undefined
    return {
      ...rung,
      action: isCopied ? 'copy' : 'encode',
      threads: threadsFor(rung, encodedRungs, machine.cores),
      cpuSeconds: isCopied ? 0 : encodeSeconds(rung, timeline, facts),
      expectedBytes: Math.round((isCopied ? facts.video.bytes : encodedBytes(rung, timeline, facts.duration)) + audioBytes),
    }
  })
  const decode = encodedRungs.length > 0 ? decodeSeconds(facts, encodedRungs[0]) : 0
  const onePass = decode + rungs.reduce((sum, rung) => sum + rung.cpuSeconds, 0) + smallWorkSeconds
  const isMeasured = machine.encodingSpeed !== undefined
  const work = { rungs, durationSeconds: facts.duration, cpuSeconds: onePass, wallSeconds: clockSeconds(onePass, machine), isMeasured }
  // A damaged source may decode differently in each pass.
  const ahead = facts.video.damaged || facts.isUnsplittable ? undefined : rungAhead(work)?.format
  const cpu = onePass + (ahead ? decode : 0)
  const clock = (cpuSeconds: number): number => Math.round(clockSeconds(cpuSeconds, machine) * 10) / 10
  const secondsFor = (rung: RungPlan): number => clock(rung.cpuSeconds + (rung.action === 'encode' ? decode / encodedRungs.length : 0))
  return {
    facts,
    limits,
    machine,
    formats: describeFormats(facts, ladder, rungs, { refusals, ahead, secondsFor }),
    rungs,
    audio,
    timeline,
    thumbnails: planThumbnails(facts),
    preview: planPreview(facts),
    progressInterval: Math.min(0.5, (facts.duration / cpu) * progressIntervalSeconds),
    decodeThreads: machine.cores,
    notes: planNotes(facts, timeline, machine, encodedRungs.length > 0),
    ahead,
    expectedCpuSeconds: cpu,
    expectedSeconds: clock(cpu),
    expectedBytes: rungs.reduce((sum, rung) => sum + rung.expectedBytes, 0),
  }
}

/**
 * The encoders share the cores by their pixels, with at least one thread each. The tallest gets at least two, because an encoder with one
 * thread works in the thread that decodes and scales, and a second core would be idle.
 */
export function threadsFor(rung: Rung, encoded: readonly Rung[], cores: number): number {
  const area = (one: Rung): number => one.size.width * one.size.height
  const total = encoded.reduce((sum, one) => sum + area(one), 0)
  const share = Math.round((cores * area(rung)) / Math.max(1, total))
  return Math.min(16, Math.max(rung === encoded[0] && cores > 1 ? 2 : 1, share))
}
