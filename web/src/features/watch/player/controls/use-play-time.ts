import { type RefObject, useEffect, useState } from 'react'

interface PlayTime {
  time: number
  /** Seconds; 0 as long as it is not known. */
  duration: number
  /** The end of what is loaded around the moment that plays. */
  buffered: number
}

function readPlayTime(video: HTMLVideoElement): PlayTime {
  const { currentTime: time, duration, buffered: ranges } = video
  let buffered = time
  for (let index = 0; index < ranges.length; index += 1)
    if (ranges.start(index) <= time + 0.1) buffered = Math.max(buffered, ranges.end(index))
  return { time, duration: Number.isFinite(duration) ? duration : 0, buffered }
}

const events = ['timeupdate', 'seeking', 'seeked', 'durationchange', 'progress'] as const

/** Where a video is, as it plays. While it loads another source its last time stands. */
export function usePlayTime(ref: RefObject<HTMLVideoElement | null>, knownDuration: number | null): PlayTime {
  const [state, setState] = useState<PlayTime>({ time: 0, duration: 0, buffered: 0 })
  useEffect(() => {
    const video = ref.current
    if (!video) return
    const follow = () => {
      if (video.readyState > 0) setState(readPlayTime(video))
    }
    for (const event of events) video.addEventListener(event, follow)
    follow()
    return () => {
      for (const event of events) video.removeEventListener(event, follow)
    }
  }, [ref])
  return { ...state, duration: state.duration || (knownDuration ?? 0) }
}
