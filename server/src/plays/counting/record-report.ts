import { Failure } from '@video-forge/contract/errors'
import type { PlayReport } from '@video-forge/contract/plays'
import { playRules } from '@video-forge/contract/rules/play-rules'
import type { Cache } from '../../platform/cache/cache.ts'
import { takeFrom, tooMany } from '../../platform/cache/rate-limit.ts'
import type { PlayBatch } from '../storing/play-batch.ts'
import { reportLimits, sessionLimits, viewLimits } from './play-limits.ts'
import { referrerHost } from './referrer-host.ts'
import type { Salts } from './salts.ts'
import { isTooFast, maxWatched, type PlaySession, type Sessions } from './sessions.ts'
import { startupCounter } from './startup-times.ts'
import { deviceClassOf } from './user-agents.ts'
import { type Client, hashedNetworks, type Viewer, viewerOf } from './viewer.ts'
import { partsIn, plausibleRanges, reachedParts } from './watched-ranges.ts'

export interface PlayedVideo {
  id: string
  ownerId: string
  duration: number | null
}

interface RecordDeps {
  cache: Cache
  sessions: Sessions
  /** The batch that is being filled. */
  batch: () => PlayBatch
}

/** Who reports for which video. */
export interface Sender extends Client {
  viewer: Viewer
  /** Of the session at this viewer, so that nobody can continue the session of somebody else. */
  key: string
  salts: Salts
}

export function senderOf(salts: Salts, { address, userAgent }: Client, videoId: string, session: string): Sender {
  const viewer = viewerOf(salts, { address, userAgent }, videoId)
  return { address, userAgent, viewer, key: `${viewer.hash.toString('base64url')} ${session}`, salts }
}

/** Refuses a sender that reports too much. A known session is counted by itself, which costs least; all others by their network. */
export async function limitReports({ cache, sessions }: RecordDeps, { key, salts, address }: Sender): Promise<void> {
  const session = sessions.find(key)
  if (!session) return takeFrom(cache, reportLimits(hashedNetworks(salts, address)))
  if (isTooFast(session, Date.now())) throw tooMany(playRules.reportSeconds)
}

/** Counts what a report says, as far as it is plausible. */
export async function recordReport(deps: RecordDeps, sender: Sender, video: PlayedVideo, report: PlayReport): Promise<void> {
  const { cache, sessions } = deps
  const { key, viewer, salts } = sender
  if (deps.batch().isFull) {
    throw new Failure('UNAVAILABLE', 'Views cannot be counted right now.', { retryAfter: playRules.reportSeconds })
  }
  if (!sessions.find(key)) await takeFrom(cache, sessionLimits(hashedNetworks(salts, sender.address), viewer.hash))
  const session = sessions.find(key) ?? sessions.open(key, video.id)
  const most = maxWatched(session, Date.now())
  sessions.touch(key, session)
  countPlayed(deps.batch(), salts.day, session, video, report, most)

  // A process that shares the site with others may have heard only the end of a session.
  const watched = Math.max(session.counted, Math.min(report.watched ?? 0, most))
  if (session.isOffered || watched < enoughFor(video)) return
  session.isOffered = true
  const limits = viewLimits(hashedNetworks(salts, sender.address), video.id)
  const counts = await cache.count(limits, 'all-or-none')
  if (limits.some(({ most: limit }, index) => (counts[index]?.count ?? 0) >= limit)) return
  deps.batch().offerView({
    ...viewer,
    videoId: video.id,
    day: salts.day,
    host: referrerHost(report.referrer),
    device: deviceClassOf(sender.userAgent),
  })
}

/** Seconds that make a view. */
const enoughFor = ({ duration }: PlayedVideo): number =>
  Math.min(playRules.viewSeconds, (duration ?? Number.POSITIVE_INFINITY) * playRules.viewShare)

function countPlayed(
  batch: PlayBatch,
  day: string,
  session: PlaySession,
  { id, duration }: PlayedVideo,
  report: PlayReport,
  most: number,
): void {
  const { ranges, seconds } = plausibleRanges(report.ranges, duration, most - session.counted)
  const isStart = report.startup !== null && !session.isStarted
  if (seconds === 0 && !isStart && report.stalls === 0) return
  const counts = batch.dayOf(id, day)
  if (isStart && report.startup !== null) {
    session.isStarted = true
    counts.plays += 1
    const counter = startupCounter(report.startup)
    counts.startup[counter] = (counts.startup[counter] ?? 0) + 1
  }
  session.counted += seconds
  counts.watchSeconds += seconds
  // More interruptions than seconds are invented.
  counts.stalls += Math.min(report.stalls, playRules.reportSeconds)
  const reached = reachedParts(ranges, duration) & ~session.reached
  session.reached |= reached
  const parts = partsIn(reached)
  counts.shares += parts.length / playRules.retentionParts
  for (const part of parts) counts.reached[part] = (counts.reached[part] ?? 0) + 1
}
