import { useEffect, useState } from 'react'
import { cueAt, type TranscriptCue } from './find-cues.ts'

/** The index of the cue that plays now. */
export function usePlayedCue(element: HTMLVideoElement | null, cues: readonly TranscriptCue[]): number {
  const [index, setIndex] = useState(-1)
  useEffect(() => {
    if (!element) return
    const read = () => setIndex(cueAt(cues, element.currentTime))
    read()
    element.addEventListener('timeupdate', read)
    element.addEventListener('seeking', read)
    return () => {
      element.removeEventListener('timeupdate', read)
      element.removeEventListener('seeking', read)
    }
  }, [element, cues])
  return index
}
