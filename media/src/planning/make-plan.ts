import type { SourceFacts, SourceLimits } from '../probing/source-facts.ts'
import { defaultLimits } from '../probing/source-facts.ts'
import { type AudioPlan, planAudio } from './audio-plan.ts'
import { whyNotCopied } from './copy-decision.ts'
import { clockSeconds, decodeSeconds, encodedBytes, encodeSeconds, smallWorkSeconds } from './cost.ts'
import { type Format, formats, formatTable } from './formats.ts'
import { buildLadder, type Ladder, type Rung } from './ladder.ts'
import type { MachineFacts } from './machine.ts'
import { type PreviewPlan, planPreview, planThumbnails, type ThumbnailPlan } from './thumbnail-plan.ts'
import { planTimeline, type Timeline } from './timeline.ts'

export interface RungPlan extends Rung {
  action: 'copy' | 'encode'
  threads: number
  /** CPU seconds of this rung alone. */
  cpuSeconds: number
  expectedBytes: number
}

/** What becomes of one chosen format, with the reason as a sentence for a person. */
export interface FormatPlan {
  format: Format
  action: 'copy' | 'encode' | 'skip'
  reason: string
  width: number | null
  height: number | null
  expectedSeconds: number
  expectedBytes: number
}

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
  /** Seconds of the video between two signs of how far the pass is. */
  progressInterval: number
  decodeThreads: number
  notes: readonly string[]
  expectedCpuSeconds: number
  /** By the clock, with the machine to itself. */
  expectedSeconds: number
  expectedBytes: number
}

/** CPU seconds between two signs of how far the pass is: several a second even where the forecast is off or the machine is busy. */
const progressIntervalSeconds = 0.15

export function makePlan(
  facts: SourceFacts,
  chosen: readonly Format[],
  machine: MachineFacts,
  limits: SourceLimits = defaultLimits,
): MediaPlan {
  return plan(facts, chosen, machine, limits, whyNotCopied)
}

/** The same with nothing copied, for a source whose pictures turned out to be damaged while they were decoded. */
export const planWithoutCopies = ({ facts, formats: planned, machine, limits }: MediaPlan): MediaPlan =>
  plan(
    facts,
    planned.map(({ format }) => format),
    machine,
    limits,
    () => 'some of its pictures are damaged',
  )

function plan(
  facts: SourceFacts,
  chosen: readonly Format[],
  machine: MachineFacts,
  limits: SourceLimits,
  whyNot: typeof whyNotCopied,
): MediaPlan {
  const ladder = buildLadder(facts.video.shown, chosen)
  const timeline = planTimeline(facts, ladder.rungs[0]?.size ?? facts.video.shown)
  const audio = planAudio(facts)
  const audioBytes = audio ? (audio.bitrate * facts.duration) / 8 : 0
  const refusals = ladder.rungs.map((rung) => whyNot(facts, rung))
  const encodedRungs = ladder.rungs.filter((_, at) => refusals[at] !== undefined)
  const rungs = ladder.rungs.map((rung, at): RungPlan => {
    const copied = refusals[at] === undefined
    return {
      ...rung,
      action: copied ? 'copy' : 'encode',
      threads: threadsFor(rung, encodedRungs, machine.cores),
      cpuSeconds: copied ? 0 : encodeSeconds(rung, timeline, facts),
      expectedBytes: Math.round((copied ? facts.video.bytes : encodedBytes(rung, timeline, facts.duration)) + audioBytes),
    }
  })
  const decode = encodedRungs.length > 0 ? decodeSeconds(facts, encodedRungs[0]) : 0
  const cpu = decode + rungs.reduce((sum, rung) => sum + rung.cpuSeconds, 0) + smallWorkSeconds
  const clock = (cpuSeconds: number): number => Math.round(clockSeconds(cpuSeconds, machine) * 10) / 10
  return {
    facts,
    limits,
    machine,
    formats: describeFormats(facts, ladder, rungs, refusals, (rung) =>
      clock(rung.cpuSeconds + (rung.action === 'encode' ? decode / encodedRungs.length : 0)),
    ),
    rungs,
    audio,
    timeline,
    thumbnails: planThumbnails(facts),
    preview: planPreview(facts),
    progressInterval: Math.min(0.5, (facts.duration / cpu) * progressIntervalSeconds),
    decodeThreads: machine.cores,
    notes: planNotes(facts, timeline, machine, encodedRungs.length > 0),
    expectedCpuSeconds: cpu,
    expectedSeconds: clock(cpu),
    expectedBytes: rungs.reduce((sum, rung) => sum + rung.expectedBytes, 0),
  }
}

/**
 * All encoders together fill the cores: each gets its share by pixels, and at least one thread. The tallest gets two, because an encoder
 * with one works in the thread that decodes and scales, and a second core would stand idle.
 */
function threadsFor(rung: Rung, encoded: readonly Rung[], cores: number): number {
  const area = (one: Rung): number => one.size.width * one.size.height
  const total = encoded.reduce((sum, one) => sum + area(one), 0)
  const share = Math.round((cores * area(rung)) / Math.max(1, total))
  return Math.min(16, Math.max(rung === encoded[0] && cores > 1 ? 2 : 1, share))
}

function describeFormats(
  facts: SourceFacts,
  ladder: Ladder,
  rungs: readonly RungPlan[],
  refusals: readonly (string | undefined)[],
  seconds: (rung: RungPlan) => number,
): FormatPlan[] {
  const { shown } = facts.video
  const short = Math.min(shown.width, shown.height)
  const made = rungs.map((rung, at): FormatPlan => {
    const standIn = rung.exact
      ? ''
      : `The source is only ${short}p, so this is its own height instead of ${formatTable[rung.format].label}. `
    const why =
      rung.action === 'copy'
        ? 'The source is already a video every browser plays at this size, so its pictures are kept as they are.'
        : `${rung.exact && short > formatTable[rung.format].height ? `Made smaller from ${shown.width}x${shown.height}` : `Encoded anew, because ${refusals[at] ?? 'it differs'}`}.`
    const { width, height } = rung.size
    return {
      format: rung.format,
      action: rung.action,
      reason: standIn + why,
      width,
      height,
      expectedSeconds: seconds(rung),
      expectedBytes: rung.expectedBytes,
    }
  })
  const skipped = ladder.skipped.map(
    (format): FormatPlan => ({
      format,
      action: 'skip',
      reason: `The source is ${short}p; ${formatTable[format].label} would only blow it up.`,
      width: null,
      height: null,
      expectedSeconds: 0,
      expectedBytes: 0,
    }),
  )
  return [...made, ...skipped].sort((a, b) => formats.indexOf(a.format) - formats.indexOf(b.format))
}

function planNotes(facts: SourceFacts, timeline: Timeline, machine: MachineFacts, encodes: boolean): string[] {
  const { video } = facts
  const notes = [...facts.notes]
  if (!encodes) return notes
  if (video.colour.range === 'pq' || video.colour.range === 'hlg') {
    notes.push(
      machine.toneMapping
        ? `The source is HDR (${video.colour.range.toUpperCase()}); its brightness is mapped to an ordinary screen's.`
        : 'The source is HDR and this ffmpeg cannot map its brightness (it lacks zscale), so the colours come out pale.',
    )
  }
  if (video.interlaced) notes.push('The source is interlaced; each pair of fields becomes one full picture.')
  if (timeline.thinned) notes.push(`The source has ${Math.round(video.rate.num / video.rate.den)} frames a second; the renditions have 60.`)
  if (video.frameSpacing !== 'constant' && !timeline.thinned)
    notes.push('The frame rate of the source varies; every frame keeps its own time.')
  return notes
}
