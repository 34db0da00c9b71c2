import type { SourceFacts } from '../probing/source-facts.ts'
import { type Format, formats, formatTable } from './formats.ts'
import type { Ladder, RungPlan } from './ladder.ts'
import type { MachineFacts } from './machine.ts'
import type { Timeline } from './timeline.ts'

/** What becomes of one chosen format; the reason is a sentence for people. */
export interface FormatPlan {
  format: Format
  action: 'copy' | 'encode' | 'skip'
  reason: string
  width: number | null
  height: number | null
  expectedSeconds: number
  expectedBytes: number
}

/** Why a rung is not copied from the source, in words that follow "because"; undefined where it is copied. */
type Refusals = readonly (string | undefined)[]

interface Decisions {
  refusals: Refusals
  /** The format that is encoded before the others. */
  ahead: Format | undefined
  secondsFor: (rung: RungPlan) => number
}

/** What becomes of each chosen format, tallest first, with sentences for people. */
export function describeFormats(
  facts: SourceFacts,
  ladder: Ladder,
  rungs: readonly RungPlan[],
  { refusals, ahead, secondsFor }: Decisions,
): FormatPlan[] {
  const made = rungs.map(
    (rung, at): FormatPlan => ({
      format: rung.format,
      action: rung.action,
      reason: reasonFor(facts, rung, refusals[at]) + (rung.format === ahead ? madeFirst : ''),
      ...rung.size,
      expectedSeconds: secondsFor(rung),
      expectedBytes: rung.expectedBytes,
    }),
  )
  const skipped = ladder.skipped.map((format) => skippedFormat(facts, format))
  return [...made, ...skipped].sort((a, b) => formats.indexOf(a.format) - formats.indexOf(b.format))
}

const madeFirst = ' It is made first, so that the video can be watched while the others are encoded.'

const shortSide = ({ video: { shown } }: SourceFacts): number => Math.min(shown.width, shown.height)

function reasonFor(facts: SourceFacts, rung: RungPlan, refusal: string | undefined): string {
  const { shown } = facts.video
  const { height, label } = formatTable[rung.format]
  const short = shortSide(facts)
  const standIn = rung.exact ? '' : `The source is only ${short}p, so it keeps its own height instead of ${label}. `
  if (rung.action === 'copy') return `${standIn}The source already plays in every browser at this size, so it is copied without loss.`
  if (rung.exact && short > height) return `Scaled down from ${shown.width}x${shown.height}.`
  return `${standIn}Re-encoded because ${refusal ?? 'it differs'}.`
}

const skippedFormat = (facts: SourceFacts, format: Format): FormatPlan => ({
  format,
  action: 'skip',
  reason: `The source is ${shortSide(facts)}p; ${formatTable[format].label} would add no detail.`,
  width: null,
  height: null,
  expectedSeconds: 0,
  expectedBytes: 0,
})

/** What people should know about the result beyond the single formats. */
export function planNotes(facts: SourceFacts, timeline: Timeline, machine: MachineFacts, isEncoded: boolean): string[] {
  const { video } = facts
  const notes = [...facts.notes]
  if (!isEncoded) return notes
  if (video.colour.range === 'pq' || video.colour.range === 'hlg') {
    notes.push(
      machine.toneMapping
        ? `The source is HDR (${video.colour.range.toUpperCase()}); its brightness is mapped to standard screens.`
        : 'The source is HDR and the installed ffmpeg cannot convert it (it lacks zscale), so colours will look pale.',
    )
  }
  if (video.interlaced) notes.push('The source is interlaced; each pair of fields becomes one frame.')
  if (timeline.thinned)
    notes.push(`The source has ${Math.round(video.rate.num / video.rate.den)} frames per second; the videos will have 60.`)
  if (video.frameSpacing !== 'constant' && !timeline.thinned)
    notes.push('The frame rate of the source varies; every frame keeps its original timing.')
  return notes
}
