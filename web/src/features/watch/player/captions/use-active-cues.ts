import { type RefObject, useEffect, useState } from 'react'
import type { ShownCue } from './cue-place.ts'

const none: readonly ShownCue[] = []

/** Cues of WebVTT; others have no text. */
const isTextCue = (cue: TextTrackCue): cue is VTTCue => 'text' in cue && typeof cue.text === 'string'

const isNow = ({ startTime, endTime }: TextTrackCue, seconds: number): boolean => startTime <= seconds && seconds < endTime

/** The same cues are not drawn again. */
const keepSame = (before: readonly ShownCue[], after: readonly ShownCue[]): readonly ShownCue[] =>
  before.length === after.length && before.every((cue, index) => cue === after[index]) ? before : after

/** The cues of a track at this moment. Browsers find none before the first play and after a change while paused, so they are looked up. */
export function useActiveCues(element: RefObject<HTMLVideoElement | null>, trackId: string | undefined): readonly ShownCue[] {
  const [cues, setCues] = useState(none)
  useEffect(() => {
    const video = element.current
    const found = Array.from(video?.querySelectorAll('track') ?? []).find(({ id }) => id === trackId)
    const track = found?.track
    if (!video || !found || !track) return
    const read = () => {
      const now = Array.from(track.cues ?? []).filter((cue) => isNow(cue, video.currentTime))
      setCues((before) => keepSame(before, now.filter(isTextCue)))
    }
    read()
    const events = ['timeupdate', 'seeking', 'loadedmetadata']
    for (const name of events) video.addEventListener(name, read)
    track.addEventListener('cuechange', read)
    // Also with another text under another address.
    found.addEventListener('load', read)
    return () => {
      for (const name of events) video.removeEventListener(name, read)
      track.removeEventListener('cuechange', read)
      found.removeEventListener('load', read)
      setCues(none)
    }
  }, [element, trackId])
  return cues
}
