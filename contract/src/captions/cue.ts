/** One text of a caption and when it is shown. */
export interface Cue {
  /** Seconds, in whole milliseconds. */
  start: number
  end: number
  /** Cue text of WebVTT: escaped, with no markup but balanced b, i and u, and without empty lines. */
  text: string
  /** Where it is shown, as WebVTT cue settings, like 'line:0 align:left'. Empty for the usual place. */
  settings: string
}

/** In the order in which they are shown. */
export const byTime = (a: Cue, b: Cue): number => a.start - b.start || a.end - b.end
