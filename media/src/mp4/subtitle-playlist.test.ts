import { expect, test } from 'vitest'
import { liveMasterPlaylist } from './live-playlist.ts'
import { subtitleLines, subtitlePlaylist } from './subtitle-playlist.ts'

const track = (name: string, language = 'de', isDefault = false) => ({ uri: `${name.length}.m3u8`, language, name, isDefault })

test('names differ within the group and cannot end their quotes', () => {
  const lines = subtitleLines([track('German', 'de', true), track('German'), track('"\nEvil"', 'und')])
  expect(lines.map((line) => /NAME="([^"]*)"/.exec(line)?.[1])).toEqual(['German', 'German 2', "' Evil'"])
  expect(lines.map((line) => line.includes('DEFAULT=YES'))).toEqual([true, false, false])
  expect(lines.map((line) => line.includes('LANGUAGE='))).toEqual([true, true, false])
  expect(lines.join('')).not.toContain('\n')
})

test('a stream that is still being encoded lists them too', () => {
  const variant = { uri: '480p.m3u8', width: 854, height: 480, frameRate: 25, codecs: ['avc1.640033'], bandwidth: 1 }
  expect(liveMasterPlaylist([variant], undefined, [track('German')])).toMatch(
    /TYPE=SUBTITLES.*\n#EXT-X-STREAM-INF:.*,SUBTITLES="subtitles"\n/,
  )
  expect(liveMasterPlaylist([variant], undefined)).not.toContain('SUBTITLES')
})

test('the whole text is one segment', () => {
  expect(subtitlePlaylist('a.vtt?v=2', 61.5)).toContain('#EXT-X-TARGETDURATION:62\n')
  expect(subtitlePlaylist('a.vtt?v=2', 61.5)).toContain('#EXTINF:61.500000,\na.vtt?v=2\n#EXT-X-ENDLIST')
})
