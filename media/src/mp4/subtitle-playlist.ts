/** Subtitles as a master playlist lists them. */
export interface SubtitleTrack {
  uri: string
  /** BCP 47. */
  language: string
  name: string
  isDefault: boolean
}

const group = 'subtitles'

/** What every variant of a master playlist says about subtitles; nothing if there are none. */
export const subtitleFields = (tracks: readonly SubtitleTrack[]): string[] => (tracks.length > 0 ? [`SUBTITLES="${group}"`] : [])

/** The lines of a master playlist that list subtitles. Names must differ within a group. */
export function subtitleLines(tracks: readonly SubtitleTrack[]): string[] {
  const used = new Set<string>()
  return tracks.map(({ uri, language, name, isDefault }) => {
    const plain = quotable(name) || language
    let unique = plain
    for (let number = 2; used.has(unique); number++) unique = `${plain} ${number}`
    used.add(unique)
    const fields = [
      'TYPE=SUBTITLES',
      `GROUP-ID="${group}"`,
      `NAME="${unique}"`,
      ...(language === 'und' ? [] : [`LANGUAGE="${language}"`]),
      `DEFAULT=${isDefault ? 'YES' : 'NO'}`,
      'AUTOSELECT=YES',
      'FORCED=NO',
      `URI="${uri}"`,
    ]
    return `#EXT-X-MEDIA:${fields.join(',')}`
  })
}

/** A quoted value must not contain quotes or line ends, and has no escapes. */
const quotable = (text: string): string =>
  text
    .replaceAll('"', "'")
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()

/** The media playlist of subtitles in one file. `seconds` is the length of the video. */
export function subtitlePlaylist(uri: string, seconds: number): string {
  const length = Math.max(1, seconds)
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(length)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${length.toFixed(6)},`,
    uri,
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`
}
