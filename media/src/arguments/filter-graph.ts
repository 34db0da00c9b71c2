import type { Rung } from '../planning/ladder.ts'
import type { MachineFacts } from '../planning/machine.ts'
import type { Segment } from '../planning/part-plan.ts'
import type { PreviewPlan, ThumbnailPlan } from '../planning/pictures/thumbnail-plan.ts'
import { type Timeline, timelineFilters } from '../planning/timeline.ts'
import type { Size, SourceFacts } from '../probing/source-facts.ts'
import { deinterlace, pictureFilters, resize, scale } from './picture-filters.ts'

export interface GraphParts {
  facts: SourceFacts
  timeline: Timeline
  machine: MachineFacts
  /** The rungs that are encoded, tallest first. */
  rungs: readonly Rung[]
  thumbnails: ThumbnailPlan
  preview: PreviewPlan
  /** Seconds of video between two progress reports. */
  progressInterval: number
  /** Of the rungs; 8 bit unless given. */
  pixelFormat?: 'yuv420p' | 'yuv420p10le'
}

/** Labels of the outputs of the graph. */
export const rungLabel = (at: number): string => `rung${at}`
export const thumbnailLabels = {
  pictures: 'pictures',
  sheet: 'sheet',
  grey: 'grey',
  times: 'times',
  preview: 'preview',
  progress: 'progress',
} as const

/**
 * One decode feeds everything. Every rung is scaled from the source: scaling from the rung above is cheaper, but costs a 480p up to .0017
 * SSIM. Only tone mapping, which costs more than all scaling, is done once at the tallest size.
 */
export const rungGraph = (parts: GraphParts): string =>
  [...rungChains(parts, [], ['forprogress']), progressChain(parts, '[forprogress]')].join(';')

/**
 * Thumbnails and preview, from pictures of the lowest rung. In a graph of their own: ffmpeg 7 keeps all frames of a graph in memory until each of its outputs
 * has one, and the storyboard has none before the end.
 */
export function pictureGraph(parts: GraphParts): string {
  const { facts, rungs, machine, thumbnails, preview } = parts
  const [top, lowest] = [rungs[0]?.size ?? thumbnails.size, rungs.at(-1)?.size ?? thumbnails.size]
  const size = isMapped(parts)
    ? [...pictureFilters(facts.video, top, machine), ...(rungs.length > 1 ? [resize(lowest, machine), 'setsar=1'] : [])]
    : pictureFilters(facts.video, lowest, machine)
  // What neither needs is not scaled.
  const either = `select='${thumbnailPick(thumbnails)}+${previewPick(preview, `+lt(prev_selected_t,${preview.from.toFixed(3)})`)}'`
  return [
    `[0:${facts.video.index}]${[...clockFilters(parts), either, ...size, 'split=2'].join(',')}[forthumbnails][forpreview]`,
    ...thumbnailChains(parts, '[forthumbnails]', []),
    previewChain(parts, '[forpreview]', []),
  ].join(';')
}

const isMapped = ({ facts, machine }: GraphParts): boolean => facts.video.colour.range !== 'sdr' && machine.toneMapping

/** One chain for each rung; `branches` branch off the lowest. */
function rungChains(parts: GraphParts, trim: readonly string[], branches: readonly string[]): string[] {
  const { facts, rungs, machine, pixelFormat } = parts
  const mapped = isMapped(parts)
  const top = rungs[0]?.size ?? parts.thumbnails.size
  const shared = [...clockFilters(parts), ...trim, ...(mapped ? pictureFilters(facts.video, top, machine, pixelFormat) : [])]
  const last = rungs.length - 1
  const sources = rungs.map((_, at) => `[source${at}]`).join('')
  const chains = rungs.map((rung, at) => {
    const filters = mapped
      ? at === 0
        ? ['null']
        : [resize(rung.size, machine), 'setsar=1']
      : pictureFilters(facts.video, rung.size, machine, pixelFormat)
    const ends =
      at === last ? `,split=${branches.length + 1}[${rungLabel(at)}]${branches.map((name) => `[${name}]`).join('')}` : `[${rungLabel(at)}]`
    return `[source${at}]${filters.join(',')}${ends}`
  })
  return [`[0:${facts.video.index}]${[...shared, `split=${rungs.length}`].join(',')}${sources}`, ...chains]
}

/**
 * The rungs of a segment, on a clock that starts with it. Where the source is read from its start, progress is reported for what comes before
 * the segment too: a program that is silent for long counts as stuck.
 */
export function segmentGraph(parts: GraphParts, { from, to }: Segment, isReadFromStart: boolean): string {
  const cut = [`start_pts=${from}`, ...(to === undefined ? [] : [`end_pts=${to}`])].join(':')
  const trim = from === 0 && to === undefined ? [] : [`trim=${cut}`, `setpts=PTS-${from}`]
  const chains = isReadFromStart
    ? rungChains(parts, ['split=2[forprogress][forrungs];[forrungs]null', ...trim], [])
    : rungChains(parts, trim, ['forprogress'])
  return [...chains, progressChain(parts, '[forprogress]')].join(';')
}

/** Without a rung to encode: thumbnails from the key frames of the first input, the preview from the second, which is opened at its start. */
export function thumbnailGraph(parts: GraphParts): string {
  const { facts, thumbnails, preview } = parts
  const track = facts.video.index
  return [
    `[0:${track}]split=2[forthumbnails][forprogress]`,
    ...thumbnailChains(parts, '[forthumbnails]', sourceFilters(parts, thumbnails.size)),
    progressChain(parts, '[forprogress]'),
    previewChain(
      { ...parts, preview: { ...preview, from: 0, to: preview.to - preview.from } },
      `[1:${track}]`,
      pictureFilters(facts.video, preview.size, parts.machine),
    ),
  ].join(';')
}

const clockFilters = ({ facts, timeline, machine }: GraphParts): string[] => [
  ...(facts.video.interlaced ? [deinterlace(machine)] : []),
  ...timelineFilters(timeline),
]

const sourceFilters = (parts: GraphParts, size: Size): string[] => [
  ...clockFilters(parts),
  ...pictureFilters(parts.facts.video, size, parts.machine),
]

/** Which frames are thumbnails, as an expression of ffmpeg. */
function thumbnailPick({ every }: ThumbnailPlan): string {
  const bucket = (time: string): string => `floor((${time}+0.001)/${every.toFixed(6)})`
  return `isnan(prev_selected_t)+gt(${bucket('t')},${bucket('prev_selected_t')})`
}

function thumbnailChains({ thumbnails }: GraphParts, from: string, before: readonly string[]): string[] {
  const { size, tile, columns, rows, grey } = thumbnails
  return [
    `${from}${[...before, `select='${thumbnailPick(thumbnails)}'`, scale(size), 'setsar=1', 'split=3'].join(',')}[large][fortiles][forgrey]`,
    `[large]scale=out_range=pc,format=yuvj420p[${thumbnailLabels.pictures}]`,
    `[fortiles]${scale(tile)}:out_range=pc,format=yuvj420p,tile=${columns}x${rows}[${thumbnailLabels.sheet}]`,
    `[forgrey]scale=${grey.width}:${grey.height}:flags=area,format=gray,split=2[${thumbnailLabels.grey}][${thumbnailLabels.times}]`,
  ]
}

/** Which frames are in the preview; `also` says when else one begins it. */
function previewPick({ from, to, framesPerSecond }: PreviewPlan, also = ''): string {
  const bucket = (time: string): string => `floor((${time}+0.001)*${framesPerSecond})`
  return `between(t,${from.toFixed(3)},${to.toFixed(3)})*(isnan(prev_selected_t)${also}+gt(${bucket('t')},${bucket('prev_selected_t')}))`
}

const previewChain = ({ preview }: GraphParts, from: string, before: readonly string[]): string =>
  `${from}${[...before, `select='${previewPick(preview)}'`, scale(preview.size), 'setsar=1'].join(',')}[${thumbnailLabels.preview}]`

/**
 * Tiny frames at regular intervals, whose timestamps report the progress. ffmpeg's own progress starts only when every output has started,
 * and the storyboard starts at the very end.
 */
const progressChain = ({ progressInterval }: GraphParts, from: string): string =>
  `${from}select='isnan(prev_selected_t)+gte(t,prev_selected_t+${progressInterval.toFixed(3)})',scale=2:2:flags=neighbor,format=gray[${thumbnailLabels.progress}]`

/** Audio on the renditions' clock: silence fills a late start and gaps, so that it stays in sync. */
export function audioGraph(facts: SourceFacts, sampleRate: number, channels: number, copies: number): string {
  const layout = channels === 1 ? 'mono' : 'stereo'
  const ends = Array.from({ length: copies }, (_, at) => `[audio${at}]`).join('')
  const clock = facts.audio?.counted ? 'asetpts=N/SR/TB,' : ''
  return `[0:${facts.audio?.index ?? 0}]${clock}aresample=${sampleRate}:async=1:first_pts=0,aformat=channel_layouts=${layout},asplit=${copies}${ends}`
}
