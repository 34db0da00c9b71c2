import type { Page } from 'playwright-core'

/** What a viewer has seen so far. Times are milliseconds of the system's clock, positions seconds of the video. */
export interface Watched {
  /** When the second decoded picture was shown; null before that. */
  movingAt: number | null
  position: number
  /** Of the whole video; null while unknown. */
  duration: number | null
  isEnded: boolean
  stalls: { position: number; ms: number }[]
  /** How often the position changed by itself by more than was played. */
  jumpCount: number
  /** Every change of the position that nobody asked for; the library skips holes and leaves stalls by them. */
  seeks: { from: number; to: number }[]
  /** How often the player has replaced its source after the first picture. */
  sourceChangeCount: number
  /** What was played of each source, by the element itself; the browser merges ranges that touch. */
  played: [from: number, to: number][][]
  /** Between what was loaded at a moment. */
  holes: [from: number, to: number][]
  /** Heights of the pictures, in the order in which they appeared. */
  heights: number[]
  /** Why the player has given up; null while it plays or tries again. */
  error: string | null
  /** Every alert that was shown. */
  alerts: string[]
}

declare global {
  interface Window {
    watched?: Watched
  }
}

export const readWatched = (page: Page): Promise<Watched | undefined> => page.evaluate(() => window.watched)

/** Runs in the page: presses play as soon as there is a player, then follows what it shows. */
export function watchVideo(): void {
  const intervalMs = 50
  /** Nobody calls a shorter pause a stall. */
  const stallMs = 300
  const watched: Watched = {
    ...{ movingAt: null, position: 0, duration: null, isEnded: false, stalls: [], jumpCount: 0 },
    ...{ seeks: [], sourceChangeCount: 0, played: [], holes: [], heights: [], error: null, alerts: [] },
  }
  window.watched = watched
  let player: HTMLVideoElement | undefined
  let movedAt = Date.now()
  /** Whether the player waited for something since it last moved; a busy machine alone makes pictures late, too. */
  let hasWaited = false

  const followPictures = (video: HTMLVideoElement): void => {
    let firstTime: number | undefined
    const onPicture: VideoFrameRequestCallback = (_now, { mediaTime, height }) => {
      firstTime ??= mediaTime
      if (mediaTime > firstTime) watched.movingAt ??= Date.now()
      if (watched.heights.at(-1) !== height) watched.heights.push(height)
      video.requestVideoFrameCallback(onPicture)
    }
    video.requestVideoFrameCallback(onPicture)
  }

  const followSource = (video: HTMLVideoElement): void => {
    video.addEventListener('seeking', () => {
      if (watched.movingAt !== null) watched.seeks.push({ from: watched.position, to: video.currentTime })
    })
    video.addEventListener('emptied', () => {
      if (watched.movingAt !== null) watched.sourceChangeCount += 1
    })
  }

  const rangesOf = (ranges: TimeRanges): [number, number][] =>
    Array.from({ length: ranges.length }, (_, index) => [ranges.start(index), ranges.end(index)])

  const followRanges = (video: HTMLVideoElement): void => {
    const played = rangesOf(video.played)
    if (played.length > 0) watched.played[watched.sourceChangeCount] = played
    const buffered = rangesOf(video.buffered)
    for (const [index, [from]] of buffered.slice(1).entries()) {
      const end = buffered[index]?.[1] ?? 0
      if (!watched.holes.some((hole) => hole[0] === end && hole[1] === from)) watched.holes.push([end, from])
    }
  }

  const readAlerts = (): void => {
    for (const { textContent } of document.querySelectorAll('[role="alert"]'))
      if (textContent && !watched.alerts.includes(textContent)) watched.alerts.push(textContent)
  }

  const look = (): void => {
    readAlerts()
    const found = document.querySelector('video') ?? undefined
    if (found && found !== player) {
      followPictures(found)
      followSource(found)
    }
    player = found
    if (!player) return
    watched.error = player.error && (player.error.message || `code ${player.error.code}`)
    if (player.paused && player.readyState > 0 && watched.movingAt === null) {
      player.muted = true
      player.play().catch(() => {})
    }
    if (watched.movingAt === null) return
    followRanges(player)
    if (Number.isFinite(player.duration)) watched.duration = player.duration
    const now = Date.now()
    const moved = player.currentTime - watched.position
    hasWaited ||= player.readyState < 3 || player.seeking || player.paused
    if (moved !== 0) {
      const pauseMs = now - movedAt
      // A new source may be at zero for a moment, so positions count only with a picture.
      if (player.readyState < 2) return
      if (hasWaited && pauseMs > stallMs && watched.position > 0) watched.stalls.push({ position: watched.position, ms: pauseMs })
      if (watched.position > 0 && (moved < -0.3 || moved > pauseMs / 1000 + 1)) watched.jumpCount += 1
      watched.position = player.currentTime
      movedAt = now
      hasWaited = false
    }
    watched.isEnded ||= player.ended
  }
  setInterval(look, intervalMs)
}
