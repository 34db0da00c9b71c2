import { readdir } from 'node:fs/promises'
import { findFfmpeg } from '@video-forge/media/run/ffmpeg/find-ffmpeg'
import { openMediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { describe, expect, test } from 'vitest'
import { probeStreams } from '../../testing/media/probe-streams.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { type Clip, catalogue, searchCatalogue } from './catalogue.ts'
import { createClipCache } from './clip-cache.ts'

const mediaTools = await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))

const named = (name: string): Clip => {
  const clip = catalogue.find((candidate) => candidate.name === name)
  if (!clip) throw new Error(`no clip ${name}`)
  return clip
}
const namesFor = (query: string) => searchCatalogue(query).map(({ name }) => name)

describe('the catalogue', () => {
  test.each(['nature', 'city', 'ocean', 'mountains', 'technology', 'people'])('has at least two clips for %s', (chip) => {
    expect(namesFor(chip).length).toBeGreaterThanOrEqual(2)
  })

  test('is a dozen clips, each with its own id and name', () => {
    expect(catalogue).toHaveLength(12)
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(12)
    expect(new Set(catalogue.map(({ name }) => name)).size).toBe(12)
    expect(new Set(catalogue.map(({ version }) => version)).size).toBe(12)
  })

  test('is searched by words and prefixes, in tags and titles, in any case', () => {
    expect(namesFor('OCEAN')).toEqual(namesFor('ocean'))
    expect(namesFor('techno')).toEqual(namesFor('technology'))
    expect(namesFor('mountain')).toEqual(namesFor('mountains'))
    expect(namesFor('globe')).toEqual(['Digital_globe'])
    expect(namesFor('people city')).toEqual(['People_walking'])
    expect(namesFor('fish in the desert')).toContain('Under_the_sea')
    expect(namesFor('zebra')).toEqual([])
    expect(namesFor('?!')).toEqual([])
    expect(namesFor('cean')).toEqual([])
  })
})

describe('a clip', () => {
  test('is rendered once for concurrent requests, and found by the next process', { timeout: 120_000 }, async () => {
    const folder = await temporaryFolder()
    const clips = createClipCache({ mediaTools, folder, log: silentLog })
    const clip = named('Mountains_at_dawn')
    const [first, second] = await Promise.all([clips.get(clip, 'jpg'), clips.get(clip, 'jpg')])
    expect(second).toBe(first)
    expect((await probeStreams(first)).streams[0]).toMatchObject({ codec_name: 'mjpeg', width: 640, height: 360 })
    expect(await readdir(`${folder}/unfinished`)).toEqual([])

    const without = createClipCache({ mediaTools: { ...mediaTools, ffmpeg: '/nonexistent/ffmpeg' }, folder, log: silentLog })
    expect(await without.get(clip, 'jpg')).toBe(first)
  })

  test('that cannot be rendered is refused, and tried again', async () => {
    const clips = createClipCache({ mediaTools, folder: await temporaryFolder(), log: silentLog })
    const broken = { ...named('Digital_rain'), picture: 'nosuchfilter' }
    await expect(clips.get(broken, 'jpg')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: expect.any(Number) })
    await expect(clips.get({ ...broken, picture: 'color=red:s=1280x720' }, 'jpg')).resolves.toContain('Digital_rain')
  })

  test('is not rendered further when the server stops, and no partial file has its name', async () => {
    const folder = await temporaryFolder()
    const clips = createClipCache({ mediaTools, folder, log: silentLog })
    const taken = clips.get(named('City_at_night'), 'mp4')
    const refused = expect(taken).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await clips.close()
    await refused
    expect((await readdir(folder)).filter((name) => name.endsWith('.mp4'))).toEqual([])
  })
})
