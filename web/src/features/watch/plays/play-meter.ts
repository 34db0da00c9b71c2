import { createPlayedRanges } from './played-ranges.ts'

/** What was played since the last time it was taken. */
export interface Played {
  ranges: [from: number, to: number][]
  /** Seconds from the request to play until it played; null when that was taken already. */
  startup: number | null
  stalls: number
}

/** Beyond what the clock explains, a step of the position is a jump and was not watched. */
const slackSeconds = 1
/** A wait this close to the end is the end. */
const endSeconds = 0.5

type Media = Pick<
  HTMLMediaElement,
  'currentTime' | 'duration' | 'paused' | 'seeking' | 'ended' | 'playbackRate' | 'addEventListener' | 'removeEventListener'
>

/** Measures what is played on a media element: the ranges, how long the start took, and interruptions. */
export function createPlayMeter(media: Media, now: () => number = () => performance.now()) {
  const ranges = createPlayedRanges()
  const start = createStartTimer(now)
  const stalls = createStallCounter()
  let readAt = 0

  const read = () => {
    if (media.seeking || !start.isDone()) return
    const position = media.currentTime
    const maxStep = ((now() - readAt) / 1000) * media.playbackRate + slackSeconds
    readAt = now()
    if (ranges.isContinuedBy(position, maxStep)) {
      if (ranges.extendTo(position)) stalls.flow()
    } else if (media.paused) ranges.close()
    else ranges.startAt(position)
  }
  const interrupt = () => {
    ranges.close()
    stalls.interrupt()
  }
  const end = () => {
    read()
    ranges.close()
  }

  const stop = listen(media, {
    play: start.request,
    playing: () => {
      start.finish()
      stalls.resume()
      read()
    },
    timeupdate: read,
    seeking: interrupt,
    emptied: interrupt,
    waiting: () => {
      read()
      if (!media.seeking && !media.ended && !(media.currentTime > media.duration - endSeconds)) stalls.wait()
    },
    pause: () => {
      end()
      start.cancel()
    },
    ended: end,
  })
  // A player that was started before it was measured.
  if (!media.paused) start.request()

  return {
    /** Undefined when nothing was played since the last time. */
    take(): Played | undefined {
      read()
      const played = { ranges: ranges.take(), startup: start.take(), stalls: stalls.take() }
      return played.ranges.length > 0 || played.startup !== null || played.stalls > 0 ? played : undefined
    },
    stop,
  }
}

/** Measures the time from the first request to play until it plays. */
function createStartTimer(now: () => number) {
  let requestedAt: number | undefined
  let seconds: number | null = null
  let isDone = false
  return {
    isDone: () => isDone,
    request(): void {
      if (!isDone) requestedAt ??= now()
    },
    cancel(): void {
      if (!isDone) requestedAt = undefined
    },
    finish(): void {
      if (!isDone && requestedAt !== undefined) seconds = (now() - requestedAt) / 1000
      isDone = true
    },
    take(): number | null {
      const taken = seconds
      seconds = null
      return taken
    },
  }
}

/** Counts each interruption of playback once. */
function createStallCounter() {
  /** Played since the last jump or change of source, so that a wait is an interruption and not part of it. */
  let isFlowing = false
  let isStalled = false
  let count = 0
  return {
    flow(): void {
      isFlowing = true
      isStalled = false
    },
    interrupt(): void {
      isFlowing = false
    },
    resume(): void {
      isStalled = false
    },
    wait(): void {
      if (!isFlowing || isStalled) return
      isStalled = true
      count += 1
    },
    take(): number {
      const taken = count
      count = 0
      return taken
    },
  }
}

/** Returns a function that ends it. */
function listen(media: Media, handlers: Record<string, () => void>): () => void {
  const events = Object.entries(handlers)
  for (const [name, handle] of events) media.addEventListener(name, handle)
  return () => {
    for (const [name, handle] of events) media.removeEventListener(name, handle)
  }
}
