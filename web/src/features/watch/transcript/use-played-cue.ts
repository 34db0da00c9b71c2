import { useElementValue } from '../playback/use-element-value.ts'
import { cueAt, type TranscriptCue } from './find-cues.ts'

const events = ['timeupdate', 'seeking'] as const

/** The index of the cue that plays now. */
export const usePlayedCue = (element: HTMLVideoElement | null, cues: readonly TranscriptCue[]): number =>
  useElementValue(element, events, (played) => (played ? cueAt(cues, played.currentTime) : -1))
