import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { addSample, type GrowthSample, secondsUntil } from './encoding-growth.ts'

export interface EncodingWait {
  /** Someone asked for a part that is not encoded, or playback has reached the end of what is. */
  reason: 'seek' | 'edge'
  secondsLeft: number | undefined
}

interface EncodingWaitOptions {
  /** Seconds from the start that are encoded; undefined if nothing is missing. */
  encoded: number | undefined
  /** The job's own estimate. */
  jobSeconds: number | null
}

/** A chunk must be encoded before its first frame plays. */
const chunkSeconds = 5
/** Playback stops a little before the end of the last chunk, because sound and pictures end at different times. */
const edgeSeconds = 1.5
/** A short stop, as for loading a chunk, is not worth a sentence. */
const patienceMs = 700

const events = ['seeking', 'seeked', 'waiting', 'playing', 'canplay', 'timeupdate', 'emptied', 'ended'] as const

const cannotContinue = (video: HTMLVideoElement): boolean =>
  !video.ended && video.readyState > 0 && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA

/** Whether the player waits for a part that is not encoded yet. The library loads and plays it once it exists. */
export function useEncodingWait(element: RefObject<HTMLVideoElement | null>, { encoded, jobSeconds }: EncodingWaitOptions) {
  const [position, setPosition] = useState<{ seconds: number; asked: boolean }>()
  const lastPlayed = useRef(0)
  const [samples, setSamples] = useState<readonly GrowthSample[]>([])
  const known = samples.at(-1)?.seconds
  if (encoded !== known) setSamples(encoded === undefined ? [] : addSample(samples, { at: Date.now(), seconds: encoded }))

  useEffect(() => {
    const video = element.current
    if (!video || encoded === undefined) {
      setPosition(undefined)
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      const seconds = video.currentTime
      const waits = cannotContinue(video) && seconds > encoded - edgeSeconds
      clearTimeout(timer)
      if (!waits) {
        if (!video.seeking && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) lastPlayed.current = seconds
        setPosition(undefined)
      } else if (seconds > encoded) {
        setPosition({ seconds, asked: seconds > lastPlayed.current + edgeSeconds })
      } else {
        timer = setTimeout(() => setPosition({ seconds, asked: false }), patienceMs)
      }
    }
    for (const event of events) video.addEventListener(event, follow)
    follow()
    return () => {
      clearTimeout(timer)
      for (const event of events) video.removeEventListener(event, follow)
    }
  }, [element, encoded])

  const wait: EncodingWait | undefined = position && {
    reason: position.asked ? 'seek' : 'edge',
    secondsLeft: secondsUntil(position.seconds + chunkSeconds, samples, Date.now(), jobSeconds),
  }
  return {
    wait,
    /** Ends the wait: back to where it played before. */
    goBack: useCallback(() => {
      if (element.current) element.current.currentTime = lastPlayed.current
    }, [element]),
  }
}
