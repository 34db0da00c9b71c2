import { expect, test } from 'vitest'
import { readProbe } from '../read-probe.ts'
import { notesOnSubtitles, readEmbeddedTexts } from './embedded-texts.ts'

const probedWith = (codecs: readonly string[], chapters: readonly object[] = []) => {
  const streams = codecs.map((codec_name, index) => ({ index, codec_type: 'subtitle', codec_name, tags: { language: 'ger' } }))
  const probed = readProbe(JSON.stringify({ format: { format_name: 'matroska,webm' }, streams, chapters }))
  if (!probed) throw new Error('the probe was not read')
  return probed
}
const packets = { times: [1], durations: [1], keys: [], hidden: 0, bytes: 1, missingTimes: false }

test('subtitles that are pictures are named as lost, text is not', () => {
  expect(notesOnSubtitles(probedWith(['subrip', 'ass', 'mov_text', 'webvtt']))).toEqual([])
  expect(notesOnSubtitles(probedWith(['dvd_subtitle', 'subrip', 'hdmv_pgs_subtitle']))).toEqual([
    'The file has 2 subtitle tracks (dvd_subtitle, hdmv_pgs_subtitle) that cannot be kept: they are pictures and not text.',
  ])
  expect(notesOnSubtitles(probedWith(['dvb_teletext']))).toEqual([
    'The file has one subtitle track (dvb_teletext) that cannot be kept: they cannot be read as text.',
  ])
})

test('only tracks with packets are read, and chapters start with the video', () => {
  const probed = probedWith(
    ['subrip', 'ass'],
    [{ start_time: '1.5' }, { start_time: '4.000000', tags: { title: 'Two' } }, { start_time: 'N/A' }],
  )
  const found = readEmbeddedTexts(probed, { tracks: new Map([[1, packets]]) }, 2)
  expect(found?.subtitles.map(({ index, codec, language }) => [index, codec, language])).toEqual([[1, 'ass', 'ger']])
  expect(found?.chapters).toEqual([
    { start: 0, title: undefined },
    { start: 2, title: 'Two' },
  ])
  expect(readEmbeddedTexts(probedWith(['dvd_subtitle']), { tracks: new Map() }, 0)).toBeUndefined()
})
