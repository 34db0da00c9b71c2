import { playRules } from '@video-forge/contract/rules/play-rules'

/** One player on one page, as far as this process has heard of it. */
export interface PlaySession {
  videoId: string
  firstSeenAt: number
  seenAt: number
  reportCount: number
  /** Seconds that were counted here. */
  counted: number
  isStarted: boolean
  /** Its view was offered for counting. */
  isOffered: boolean
  /** The hundredths of the video that it has reached, as bits. */
  reached: bigint
}

/** What the first report may claim: the seconds since the start of the player at its highest speed, and some slack. */
const firstSeconds = 1.5 * playRules.reportSeconds * playRules.maxSpeed + 5

/** The most that a session can have watched until now. */
export const maxWatched = ({ firstSeenAt }: PlaySession, now: number): number =>
  firstSeconds + ((now - firstSeenAt) / 1000) * playRules.maxSpeed

/** Whether a session reports far more often than a player does. Pauses and hidden pages cause reports of their own. */
export const isTooFast = ({ firstSeenAt, reportCount }: PlaySession, now: number): boolean =>
  reportCount > 20 + ((now - firstSeenAt) / 1000 / playRules.reportSeconds) * 5

/** A player that reported within this time is watching. */
const watchingMs = 1.5 * playRules.reportSeconds * 1000
/** A session that is paused for longer starts anew. */
const idleMs = 30 * 60_000

/** The sessions of this process, bounded: when there are too many, those that were silent longest are dropped. */
export function createSessions(maxSessions = 50_000, now: () => number = Date.now) {
  // In the order of their last report, because a report moves a session to the end.
  const sessions = new Map<string, PlaySession>()

  return {
    find: (key: string): PlaySession | undefined => sessions.get(key),

    open(key: string, videoId: string): PlaySession {
      const session = {
        videoId,
        firstSeenAt: now(),
        seenAt: now(),
        reportCount: 0,
        counted: 0,
        isStarted: false,
        isOffered: false,
        reached: 0n,
      }
      sessions.set(key, session)
      if (sessions.size > maxSessions) for (const oldest of sessions.keys()) if (sessions.delete(oldest)) break
      return session
    },

    touch(key: string, session: PlaySession): void {
      session.seenAt = now()
      session.reportCount += 1
      sessions.delete(key)
      sessions.set(key, session)
    },

    /** How many watch each video now. Forgets sessions that ended. */
    countWatching(): Map<string, number> {
      const watching = new Map<string, number>()
      for (const [key, { videoId, seenAt }] of sessions) {
        if (seenAt < now() - idleMs) sessions.delete(key)
        else if (seenAt >= now() - watchingMs) watching.set(videoId, (watching.get(videoId) ?? 0) + 1)
      }
      return watching
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
