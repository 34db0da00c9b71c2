import type { Watched } from '../../../e2e/harness/watching/watch-video.ts'
import type { JobTimeline } from '../job-timeline.ts'
import type { SentClip } from '../send-clip.ts'
import type { Row } from '../table.ts'
import type { WatchClip } from './watch-clips.ts'

export interface ClipRun {
  sent: SentClip
  timeline: JobTimeline
  /** Seconds of the clip that were to be watched. */
  wantedSeconds: number
  /** Undefined if nobody watched. */
  watched: Watched | undefined
  /** CPU seconds from the answers to the upload until the first picture, of the product and of everything else on the machine. */
  beforePicture: { product: number; others: number } | undefined
  /** Of the whole job and of serving its viewer; undefined if the job was not finished. */
  cpuSeconds: number | undefined
  peakBytes: number | undefined
}

const maxPictureSeconds = 8
/** A quality that is encoded this many times faster than it is watched must not stall. */
const safeSpeed = 1.3
/** Seconds by which one quality must have been alone before it counts as made ahead of the others. */
const aheadSeconds = 6

export function rowsOf(clip: WatchClip, run: ClipRun, other: ClipRun | undefined): Row[] {
  return [...timelineRows(run), ...watchRows(clip, run), ...overlapRows(run), ...costRows(clip, run, other)]
}

/** The steps of the start, each in milliseconds after the last byte. */
function timelineRows({ sent, timeline }: ClipRun): Row[] {
  const steps = {
    'upload confirmed': sent.confirmedAt,
    'job queued': sent.confirmedAt && sent.queuedAt,
    'job claimed': sent.confirmedAt && timeline.claimedAt,
    'source inspected, plan stored': timeline.plannedAt,
    'parts stored': timeline.splitAt,
    'first checkpoint stored': timeline.checkpointAt,
    'first playable': timeline.playableAt,
  }
  return Object.entries(steps).flatMap(([what, at]) => (at ? [{ what: `  ${what}`, measured: `${at - sent.lastByteAt} ms` }] : []))
}

function watchRows(clip: WatchClip, { sent, timeline, watched, wantedSeconds, beforePicture }: ClipRun): Row[] {
  const target = `at most ${maxPictureSeconds} s`
  if (!watched?.movingAt) return [{ what: 'moving picture', measured: 'none', target, ok: false }]
  const picture = (watched.movingAt - sent.lastByteAt) / 1000
  const speed = speedOf(timeline)
  const stalledMs = watched.stalls.reduce((sum, { ms }) => sum + ms, 0)
  const longest = watched.stalls.map(({ position, ms }) => `${(ms / 1000).toFixed(1)} s at ${position.toFixed(0)} s`).slice(0, 4)
  const mustNotStall = speed === undefined || speed >= safeSpeed
  return [
    { what: 'moving picture', measured: `${picture.toFixed(1)} s`, target, ok: picture <= maxPictureSeconds },
    ...(beforePicture
      ? [
          {
            what: 'CPU until then',
            measured: `${beforePicture.product.toFixed(1)} s of the product, ${beforePicture.others.toFixed(1)} s of everything else`,
          },
        ]
      : []),
    ...(speed === undefined ? [] : [{ what: 'speed of the first quality', measured: `${speed.toFixed(2)} x real time` }]),
    {
      what: 'stalls',
      measured:
        watched.stalls.length === 0 ? 'none' : `${watched.stalls.length}, ${(stalledMs / 1000).toFixed(1)} s (${longest.join(', ')})`,
      ...(mustNotStall && { target: 'none', ok: watched.stalls.length === 0 }),
    },
    { what: 'jumps', measured: String(watched.jumpCount), target: '0', ok: watched.jumpCount === 0 },
    {
      what: 'watched',
      measured: `${watched.position.toFixed(0)} of ${clip.seconds} s, heights ${watched.heights.join(', ')}`,
      target: `${wantedSeconds} s`,
      ok: watched.isEnded || watched.position >= wantedSeconds,
    },
    ...(watched.error === null ? [] : [{ what: 'error of the player', measured: watched.error, target: 'none', ok: false }]),
  ]
}

/** What encoding during the upload could save at most: everything between the answer to the upload and the first thing to play. */
function overlapRows({ sent, timeline, watched }: ClipRun): Row[] {
  const from = sent.confirmedAt ?? sent.lastByteAt
  // Where the original plays, nobody waits for the encoding.
  if (!watched?.movingAt || timeline.playableAt === undefined || watched.movingAt < timeline.playableAt) return []
  const seconds = Math.max(0, timeline.playableAt - from) / 1000
  const rest = (watched.movingAt - sent.lastByteAt) / 1000 - seconds
  return [{ what: 'encoding during the upload could save', measured: `${seconds.toFixed(1)} s, and ${rest.toFixed(1)} s would remain` }]
}

/** How fast the first quality grew, in seconds of video for each second, until it was complete: the slower ones grow for longer. */
function speedOf({ growth }: JobTimeline): number | undefined {
  const [first] = growth
  const furthest = Math.max(...growth.map(({ seconds }) => seconds))
  const last = growth.find(({ seconds }) => seconds === furthest)
  if (!first || !last || last.at - first.at < 2000) return undefined
  return (last.seconds - first.seconds) / ((last.at - first.at) / 1000)
}

function costRows(clip: WatchClip, run: ClipRun, other: ClipRun | undefined): Row[] {
  const { cpuSeconds, peakBytes, timeline, sent } = run
  if (cpuSeconds === undefined || peakBytes === undefined) return []
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
  const rows = [
    { what: 'whole job', measured: `${(((timeline.endedAt ?? 0) - sent.lastByteAt) / 1000).toFixed(0)} s` },
    { what: 'CPU of the product', measured: `${cpuSeconds.toFixed(1)} s` },
    { what: 'peak of the data folder', measured: megabytes(peakBytes) },
  ]
  if (other?.cpuSeconds === undefined || other.peakBytes === undefined) return rows
  const wasAhead =
    clip.formats.length > 1 && timeline.growth.some(({ seconds, qualityCount }) => qualityCount === 1 && seconds > aheadSeconds)
  const maxCpu = wasAhead ? 1.2 : 1.05
  const [cpu, disk] = [cpuSeconds / other.cpuSeconds, peakBytes / other.peakBytes]
  return [
    ...rows,
    { what: 'CPU of the other version', measured: `${other.cpuSeconds.toFixed(1)} s` },
    {
      what: `CPU / other${wasAhead ? ', one quality made ahead' : ''}`,
      measured: cpu.toFixed(3),
      target: `at most ${maxCpu.toFixed(2)}`,
      ok: cpu <= maxCpu,
    },
    {
      what: 'peak / other',
      measured: `${disk.toFixed(3)} (other: ${megabytes(other.peakBytes)})`,
      target: 'at most 1.10',
      ok: disk <= 1.1,
    },
  ]
}
