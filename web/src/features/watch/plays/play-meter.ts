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
  let ranges: Played['ranges'] = []
  let open: [from: number, to: number] | undefined
  let readAt = 0
  let requestedAt: number | undefined
  let startup: number | null = null
  let hasStarted = false
  /** Played since the last jump or change of source, so that a wait is an interruption and not part of it. */
  let isFlowing = false
  let isStalled = false
  let stalls = 0

  const close = () => {
    if (open && open[1] > open[0]) ranges.push(open)
    open = undefined
  }
  const read = () => {
    if (media.seeking || !hasStarted) return
    const position = media.currentTime
    const maxStep = ((now() - readAt) / 1000) * media.playbackRate + slackSeconds
    readAt = now()
    if (open && position >= open[1] && position - open[1] <= maxStep) {
      if (position > open[1]) {
        isFlowing = true
        isStalled = false
      }
      open[1] = position
    } else {
      close()
      if (!media.paused) open = [position, position]
    }
  }
  const interrupt = () => {
    close()
    isFlowing = false
  }

  const handlers = {
    play: () => {
      if (!hasStarted) requestedAt ??= now()
    },
    playing: () => {
      if (!hasStarted && requestedAt !== undefined) startup = (now() - requestedAt) / 1000
      hasStarted = true
      isStalled = false
      read()
    },
    timeupdate: read,
    seeking: interrupt,
    emptied: interrupt,
    waiting: () => {
      read()
      if (!isFlowing || isStalled || media.seeking || media.ended || media.currentTime > media.duration - endSeconds) return
      isStalled = true
      stalls += 1
    },
    pause: () => {
      read()
      close()
      if (!hasStarted) requestedAt = undefined
    },
    ended: () => {
      read()
      close()
    },
  }
  const events = Object.entries(handlers)
  for (const [name, handle] of events) media.addEventListener(name, handle)
  // A player that was started before it was measured.
  if (!media.paused) handlers.play()

  return {
    /** Undefined when nothing was played since the last time. */
    take(): Played | undefined {
      read()
      const end = open?.[1]
      close()
      if (end !== undefined) open = [end, end]
      const played = { ranges, startup, stalls }
      ranges = []
      startup = null
      stalls = 0
      return played.ranges.length > 0 || played.startup !== null || played.stalls > 0 ? played : undefined
    },

    stop(): void {
      for (const [name, handle] of events) media.removeEventListener(name, handle)
    },
  }
}
