import { type RefObject, useEffect, useState } from 'react'
import type { ShownCue } from './cue-place.ts'

const none: readonly ShownCue[] = []

/** Cues of WebVTT; others have no text. */
const isTextCue = (cue: TextTrackCue): cue is VTTCue => 'text' in cue && typeof cue.text === 'string'

/** The cues of a track at this moment. */
export function useActiveCues(element: RefObject<HTMLVideoElement | null>, trackId: string | undefined): readonly ShownCue[] {
  const [cues, setCues] = useState(none)
  useEffect(() => {
    const found = Array.from(element.current?.querySelectorAll('track') ?? []).find(({ id }) => id === trackId)
    const track = found?.track
    if (!found || !track?.addEventListener) return
    const read = () => setCues(Array.from(track.activeCues ?? []).filter(isTextCue))
    read()
    track.addEventListener('cuechange', read)
    // Another text under another address.
    found.addEventListener('load', read)
    return () => {
      track.removeEventListener('cuechange', read)
      found.removeEventListener('load', read)
      setCues(none)
    }
  }, [element, trackId])
  return cues
}
