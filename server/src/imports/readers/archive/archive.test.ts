import { Failure } from '@video-forge/contract/errors'
import { expect, test } from 'vitest'
import { archiveVersion, recordNames, type VideoRecord } from '../../../platform/archive/archive-format.ts'
import { tarEnd, tarHeader, tarPadding } from '../../../platform/archive/tar-header.ts'
import type { ImportItem } from '../../item.ts'
import type { ReaderContext } from '../reader.ts'
import { archive } from './archive.ts'

const url = 'https://other.example/exports/1/signed/all.tar'
const moment = '2020-01-02T03:04:05.000Z'
const idOf = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`

const recordOf = (number: number): VideoRecord => ({
  ...{ version: archiveVersion, id: idOf(number), title: `Video ${number}`, description: 'About it', tags: ['sea'] },
  ...{ chapters: [{ start: 0, title: 'Begin' }], visibility: 'public', allowDownload: number !== 1 },
  ...{ hasPassword: number === 4, embedDomains: number === 5 ? ['school.example'] : [] },
  ...{ showViews: true, showHeat: true, language: 'de', createdAt: moment, updatedAt: moment, duration: 8, resolution: '8x8', formats: [] },
  statistics: { views: 3, watchSeconds: 9 },
  original: number === 3 ? null : { name: 'original.mov', size: 3000 + number, uploadedAs: 'DSC 1.MOV', contentHash: null },
  thumbnail: { name: 'thumbnail.jpg', size: 7, isChosen: number === 1 },
  captions: [{ name: 'captions.de.vtt', size: 6, language: 'de', label: 'Deutsch', source: 'automatic', isDefault: true }],
  renditions: [],
})

const videoCount = 120
const files: [string, Buffer][] = [
  [
    recordNames.account,
    json({
      ...{ format: 'video-forge-export', version: 1, exportedAt: moment, site: 'https://other.example', videoCount, hasRenditions: false },
      account: { username: 'ada', email: 'ada@example.com', createdAt: moment },
    }),
  ],
  [
    recordNames.playlists,
    json({
      version: 1,
      playlists: [
        {
          id: idOf(900),
          title: 'Trips',
          description: '',
          visibility: 'link',
          kind: 'list',
          createdAt: moment,
          videoIds: [idOf(2), idOf(1)],
        },
        {
          ...{ id: idOf(901), title: 'Watch later', description: '', visibility: 'private', kind: 'watch-later' },
          ...{ createdAt: moment, videoIds: [idOf(1)] },
        },
      ],
    }),
  ],
]
for (let number = 1; number <= videoCount; number += 1) {
  const folder = `videos/${String(number).padStart(4, '0')} Söme/`
  files.push([folder + recordNames.video, json(recordOf(number))], [`${folder}captions.de.vtt`, Buffer.from('WEBVTT')])
  if (number !== 3) files.push([`${folder}original.mov`, Buffer.alloc(3000 + number, number)])
  files.push([`${folder}thumbnail.jpg`, Buffer.from('picture')])
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

const packed = Buffer.concat([
  ...files.flatMap(([path, content]) => [
    tarHeader({ path: `vf/${path}`, size: content.length, modifiedAt: new Date(moment) }),
    content,
    Buffer.alloc(tarPadding(content.length)),
  ]),
  tarEnd,
])

function contextOf(bytes: Buffer) {
  const seen = { requests: 0 }
  const context: ReaderContext = {
    signal: new AbortController().signal,
    folders: [],
    getText: async () => '',
    getBytes: async (_url, { start, size }) => {
      seen.requests += 1
      return bytes.subarray(start, start + size)
    },
  }
  return { context, seen }
}

test('lists the videos of an export with everything that is in it, without loading it', async () => {
  const { context, seen } = contextOf(packed)
  const items: ImportItem[] = []
  const places: unknown[] = []
  for await (const page of archive.list({ url }, null, context)) {
    items.push(...page.items)
    places.push(page.listedTo)
    expect(page.total).toBe(videoCount)
  }
  expect(items).toHaveLength(videoCount)
  const [first, second, third] = items
  expect(first).toMatchObject({
    ...{ key: `archive:https://other.example:${idOf(1)}`, title: 'Video 1', description: 'About it', tags: ['sea'], date: moment },
    ...{ visibility: 'public', filename: 'DSC 1.MOV', language: 'de', bytes: 3001, seconds: 8, chapters: [{ start: 0, title: 'Begin' }] },
    captions: [{ language: 'de', label: 'Deutsch', origin: 'automatic', isDefault: true, source: { from: 'url', url } }],
    settings: { allowDownload: false, showViews: true, showHeat: true },
    thumbnail: { from: 'url', url },
  })
  const source = second?.source
  const range = source?.from === 'url' ? source.range : undefined
  expect(packed.subarray(range?.start, (range?.start ?? 0) + (range?.size ?? 0)).equals(Buffer.alloc(3002, 2))).toBe(true)
  expect([second, third]).toMatchObject(
    [2, 3].map((number) => ({ label: `https://other.example/video/${idOf(number)}`, title: `Video ${number}` })),
  )
  expect([second?.thumbnail, third?.problem]).toEqual([null, 'There is no file of this video in the archive.'])
  // What only some may watch there is open to nobody else here.
  expect(items.slice(3, 6)).toMatchObject([
    { visibility: 'private', notes: [expect.stringContaining('asked for a password')] },
    { visibility: 'private', settings: { embedDomains: ['school.example'], visibility: 'public' } },
    { visibility: 'public' },
  ])
  expect([items[3]?.settings?.visibility, items[4]?.notes, items[5]?.notes]).toEqual([undefined, undefined, undefined])
  expect(seen.requests).toBeLessThan(20)

  const rest: ImportItem[] = []
  for await (const page of archive.list({ url }, places[0], contextOf(packed).context)) rest.push(...page.items)
  expect(rest.map(({ key }) => key)).toEqual(items.slice(50).map(({ key }) => key))

  const playlists = []
  for await (const playlist of archive.playlists?.({ url }, context) ?? []) playlists.push(playlist)
  // Its link here is another one, which nobody has yet.
  expect(playlists).toMatchObject([
    { title: 'Trips', visibility: 'link', kind: 'list', videoKeys: [second?.key, first?.key] },
    { kind: 'watch-later', videoKeys: [first?.key] },
  ])
})

test.each([403, 404, 410])('a link that does not open any more, with status %s, is said', async (status) => {
  const { context } = contextOf(packed)
  const expired: ReaderContext = {
    ...context,
    getBytes: () => Promise.reject(new Failure('INVALID_SOURCE', `Status ${status}.`, { extra: { status } })),
  }
  for (const reading of [archive.list({ url }, null, expired), archive.playlists?.({ url }, expired)])
    await expect(reading?.[Symbol.asyncIterator]().next()).rejects.toThrow('The link of this export has expired')
})

test('another file is refused with a sentence', async () => {
  const { context } = contextOf(Buffer.from('<html>not here</html>'.repeat(100)))
  await expect(archive.list({ url }, null, context)[Symbol.asyncIterator]().next()).rejects.toThrow('This is not a tar archive')
})
