import type { Rung } from './ladder.ts'
import type { MachineFacts } from './machine.ts'
import { deinterlace, pictureFilters, scale } from './picture-filters.ts'
import type { Size, SourceFacts } from './source-facts.ts'
import type { PreviewPlan, StillPlan } from './still-plan.ts'
import { type Timeline, timelineFilters } from './timeline.ts'

export interface GraphParts {
  facts: SourceFacts
  timeline: Timeline
  machine: MachineFacts
  /** The rungs that are encoded, tallest first. */
  rungs: readonly Rung[]
  stills: StillPlan
  preview: PreviewPlan
}

/** Labels of the graph's ends, in the words of the outputs. */
export const rungLabel = (at: number): string => `rung${at}`
export const stillLabels = { pictures: 'pictures', sheet: 'sheet', grey: 'grey', times: 'times', preview: 'preview', beat: 'beat' } as const

/**
 * One decode feeds everything: the source goes to the tallest rung's size, each lower rung is scaled from the one above it inside
 * the graph (never from an encoded file), and the stills and the preview leave from the lowest.
 */
export function rungGraph(parts: GraphParts): string {
  const { facts, rungs } = parts
  const chains: string[] = []
  let from = `[0:${facts.video.index}]`
  rungs.forEach((rung, at) => {
    const filters = at === 0 ? sourceFilters(parts, rung.size) : [scale(rung.size), 'setsar=1']
    chains.push(`${from}${[...filters, 'split=2'].join(',')}[${rungLabel(at)}][below${at}]`)
    from = `[below${at}]`
  })
  chains.push(`${from}split=3[forstills][forpreview][forbeat]`)
  chains.push(...stillChains(parts, '[forstills]', []), previewChain(parts, '[forpreview]', []), beatChain('[forbeat]'))
  return chains.join(';')
}

/** Without a rung to encode: stills from the key frames of the first input, the preview from the second, which is opened at its place. */
export function stillGraph(parts: GraphParts): string {
  const { facts, stills, preview } = parts
  const track = facts.video.index
  return [
    `[0:${track}]split=2[forstills][forbeat]`,
    ...stillChains(parts, '[forstills]', sourceFilters(parts, stills.size)),
    beatChain('[forbeat]'),
    previewChain(
      { ...parts, preview: { ...preview, from: 0, to: preview.to - preview.from } },
      `[1:${track}]`,
      pictureFilters(facts.video, preview.size, parts.machine),
    ),
  ].join(';')
}

const sourceFilters = ({ facts, timeline, machine }: GraphParts, size: Size): string[] => [
  ...(facts.video.interlaced ? [deinterlace(machine)] : []),
  ...timelineFilters(timeline),
  ...pictureFilters(facts.video, size, machine),
]

function stillChains({ stills }: GraphParts, from: string, before: readonly string[]): string[] {
  const { every, size, tile, columns, rows, grey } = stills
  const bucket = (time: string): string => `floor((${time}+0.001)/${every.toFixed(6)})`
  return [
    `${from}${[...before, `select='isnan(prev_selected_t)+gt(${bucket('t')},${bucket('prev_selected_t')})'`, scale(size), 'setsar=1', 'split=3'].join(',')}[large][fortiles][forgrey]`,
    `[large]scale=out_range=pc,format=yuvj420p[${stillLabels.pictures}]`,
    `[fortiles]${scale(tile)}:out_range=pc,format=yuvj420p,tile=${columns}x${rows}[${stillLabels.sheet}]`,
    `[forgrey]scale=${grey.width}:${grey.height}:flags=area,format=gray,split=2[${stillLabels.grey}][${stillLabels.times}]`,
  ]
}

function previewChain({ preview }: GraphParts, from: string, before: readonly string[]): string {
  const { from: start, to, framesPerSecond, size } = preview
  const bucket = (time: string): string => `floor((${time}+0.001)*${framesPerSecond})`
  const pick = `select='between(t,${start.toFixed(3)},${to.toFixed(3)})*(isnan(prev_selected_t)+gt(${bucket('t')},${bucket('prev_selected_t')}))'`
  return `${from}${[...before, pick, scale(size), 'setsar=1'].join(',')}[${stillLabels.preview}]`
}

/**
 * A tiny frame every half second of the video, whose times tell how far the pass is. ffmpeg's own report comes only once every
 * output has begun, and the storyboard begins at the very end.
 */
const beatChain = (from: string): string =>
  `${from}select='isnan(prev_selected_t)+gte(t,prev_selected_t+0.5)',scale=2:2:flags=neighbor,format=gray[${stillLabels.beat}]`

/** Sound onto the renditions' clock: silence before a late start and in holes, so that it stays in step everywhere. */
export function soundGraph(facts: SourceFacts, sampleRate: number, channels: number, copies: number): string {
  const layout = channels === 1 ? 'mono' : 'stereo'
  const ends = Array.from({ length: copies }, (_, at) => `[sound${at}]`).join('')
  return `[0:${facts.audio?.index ?? 0}]aresample=${sampleRate}:async=1:first_pts=0,aformat=channel_layouts=${layout},asplit=${copies}${ends}`
}
