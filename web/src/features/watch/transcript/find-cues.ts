export interface TranscriptCue {
  start: number
  end: number
  text: string
}

/** Without case, accents and line ends. */
const searchForm = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').toLowerCase().trim()

export function cuesWith(cues: readonly TranscriptCue[], query: string): readonly TranscriptCue[] {
  const wanted = searchForm(query)
  return wanted === '' ? cues : cues.filter(({ text }) => searchForm(text).includes(wanted))
}

/** The cue that is said at this time, or was said last; -1 before the first. Cues are sorted by their start. */
export function cueAt(cues: readonly TranscriptCue[], seconds: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.start ?? 0) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
