import { type RefObject, useEffect, useState } from 'react'
import { bufferedEnd } from '../source/buffered-end.ts'

export interface PlayTime {
  time: number
  /** Seconds; 0 while unknown. */
  duration: number
  /** Seconds to show, as all pages show them: the encoded file is often a frame shorter than the video. */
  shownDuration: number
  /** The end of the buffered range at the current time. */
  buffered: number
}

function readPlayTime(video: HTMLVideoElement): Omit<PlayTime, 'shownDuration'> {
  const { currentTime: time, duration, buffered: ranges } = video
  return { time, duration: Number.isFinite(duration) ? duration : 0, buffered: bufferedEnd(ranges, time) }
}

const events = ['timeupdate', 'seeking', 'seeked', 'durationchange', 'progress'] as const

/** The current time of a video. While another source loads, the last time stays. */
export function usePlayTime(ref: RefObject<HTMLVideoElement | null>, knownDuration: number | null): PlayTime {
  const [state, setState] = useState({ time: 0, duration: 0, buffered: 0 })
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
  const duration = state.duration || (knownDuration ?? 0)
  return { ...state, duration, shownDuration: knownDuration ?? duration }
}
