import { Failure } from '@video-forge/contract/errors'
import { expect, test } from 'vitest'
import { exportedIds, exportedTo } from '../../../../testing/imports/unpacked-export.ts'
import { emptyItem, type ImportedPlaylist, type ImportItem } from '../../item.ts'
import type { ReaderContext } from '../reader.ts'
import { s3 } from './s3.ts'

const request = {
  bucket: 'films',
  prefix: 'old/',
  endpoint: 'https://s3.example',
  region: 'us-east-1',
  accessKeyId: 'id',
  secretAccessKey: 'hush',
  pathStyle: true,
  subfolders: 'tags' as const,
}

const objects: Record<string, string> = {
  'old/Trips/a & b.mp4': 'film',
  'old/Trips/a & b.de.vtt': 'WEBVTT',
  'old/Trips/a & b.json': JSON.stringify({ title: 'From its file', date: '2014-05-06' }),
  'old/Trips/a & b.png': 'picture',
  'old/Trips/a & b more.mp4': 'film',
  'old/readme.txt': 'text',
  'old/#recycle/gone.mp4': 'film',
  'old/access.log.1': 'text',
  'old/tape.wmv': 'film',
}

const encoded = (text: string) => text.replaceAll('&', '&amp;')

const refusal = (status: number) => new Failure('INVALID_SOURCE', `The server answered with status ${status}.`, { extra: { status } })

/** A bucket that lists a few objects at a time. */
const bucketOf = (objects: Record<string, string>, pageSize: number): ReaderContext => ({
  signal: new AbortController().signal,
  folders: [],
  getBytes: async () => Buffer.alloc(0),
  getText: async (address) => {
    const { pathname, searchParams, host } = new URL(address)
    expect([host, searchParams.has('X-Amz-Signature')]).toEqual(['s3.example', true])
    expect(address).not.toContain('hush')
    const key = decodeURIComponent(pathname).replace('/films/', '').replace('/films', '')
    if (key !== '') return objects[key] ?? Promise.reject(refusal(404))
    const after = searchParams.get('start-after') ?? ''
    const found = Object.keys(objects)
      .sort()
      .filter((each) => each.startsWith(searchParams.get('prefix') ?? '') && each > after)
    const page = found.slice(0, after || searchParams.get('prefix') === request.prefix ? pageSize : 1000)
    const contents = page.map(
      (each) => `<Contents><Key>${encoded(each)}</Key><LastModified>2020-01-01T00:00:00.000Z</LastModified><Size>4</Size></Contents>`,
    )
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${page.length < found.length}</IsTruncated>${contents.join('')}</ListBucketResult>`
  },
})
const context = bucketOf(objects, 2)

test('lists a prefix page by page, and the files beside each video when it is its turn', async () => {
  const items: ImportItem[] = []
  for await (const page of s3.list(request, null, context)) items.push(...page.items)
  expect(items.filter(({ problem }) => problem !== undefined)).toMatchObject([
    { label: 'old/tape.wmv', problem: expect.stringContaining('(.wmv) cannot be imported') },
  ])
  const wanted = items.filter(({ problem }) => problem === undefined)
  expect(wanted.map(({ key, title, tags, bytes }) => [key, title, tags, bytes])).toEqual([
    ['s3:https://s3.example:films:old/Trips/a & b more.mp4', 'a & b more', ['Trips'], 4],
    ['s3:https://s3.example:films:old/Trips/a & b.mp4', 'a & b', ['Trips'], 4],
  ])
  const [, plain] = wanted
  expect(plain && (await s3.complete?.(request, plain, context))).toMatchObject({
    title: 'From its file',
    date: '2014-05-06T00:00:00.000Z',
    captions: [{ language: 'de', source: { from: 's3', key: 'old/Trips/a & b.de.vtt' } }],
    thumbnail: { from: 's3', key: 'old/Trips/a & b.png' },
  })
})

const [one, two] = exportedIds()

async function readBucket(bucket: ReaderContext, from = request) {
  const items: ImportItem[] = []
  for await (const page of s3.list(from, null, bucket)) items.push(...page.items)
  const playlists: ImportedPlaylist[] = []
  for await (const playlist of s3.playlists?.(from, bucket) ?? []) playlists.push(playlist)
  return { items, playlists }
}

// Pages end within the folder of a video, and between two.
test.each([5, 6, 9, 1000])('an unpacked export is imported as by its link, with its playlists, from pages of %i', async (pageSize) => {
  const bucket = bucketOf({ ...exportedTo('old/eve'), 'old/zoo.mp4': 'film' }, pageSize)
  const { items, playlists } = await readBucket(bucket)
  expect(items.map(({ key, formerKey, tags }) => [key, formerKey, tags])).toEqual([
    [`archive:https://eve.example:${one}`, 's3:https://s3.example:films:old/eve/videos/0001 Film/original.mp4', ['Sea']],
    [`archive:https://eve.example:${two}`, 's3:https://s3.example:films:old/eve/videos/0002 Film/original.mp4', ['Sea']],
    ['s3:https://s3.example:films:old/zoo.mp4', undefined, []],
  ])
  expect(items[0] && (await s3.complete?.(request, items[0], bucket))).toMatchObject({
    ...{ title: 'Film 1', tags: ['Sea'], visibility: 'public', settings: { allowDownload: false } },
    captions: [{ language: 'de', source: { key: 'old/eve/videos/0001 Film/captions.de.vtt' } }],
    thumbnail: { key: 'old/eve/videos/0001 Film/thumbnail.jpg' },
  })
  const videoKeys = [two, one].map((id) => `archive:https://eve.example:${id}`)
  expect(playlists).toMatchObject([{ title: 'Trips', visibility: 'link', videoKeys }])
})

test('a list goes on where it was, from every place that it names', async () => {
  // A network drive leaves folders of its own between the files.
  const drive = { 'old/eve/videos/0001 Film/@eaDir/a': '', 'old/eve/videos/0001 Film/@eaDir/b': '', 'old/zoo.mp4': 'film' }
  for (const pageSize of [7, 8, 9, 12, 13]) {
    const bucket = bucketOf({ ...exportedTo('old/eve'), ...drive }, pageSize)
    const pages: { keys: string[]; listedTo: unknown }[] = []
    for await (const { items, listedTo } of s3.list(request, null, bucket)) pages.push({ keys: items.map(({ key }) => key), listedTo })
    const all = pages.flatMap(({ keys }) => keys)
    expect(all).toEqual([...exportedIds().map((id) => `archive:https://eve.example:${id}`), expect.stringContaining('old/zoo.mp4')])
    for (const [at, { listedTo }] of pages.slice(0, -1).entries()) {
      const again: string[] = []
      for await (const { items } of s3.list(request, listedTo, bucket)) again.push(...items.map(({ key }) => key))
      expect(again).toEqual(pages.slice(at + 1).flatMap(({ keys }) => keys))
    }
  }
})

test('a bucket that does not answer for a moment makes nothing else of an export', async () => {
  for (const name of ['account.json', 'playlists.json', 'video.json']) {
    const bucket = bucketOf(exportedTo('old/eve'), 1000)
    const busy = {
      ...bucket,
      getText: (address: string) => (new URL(address).pathname.endsWith(name) ? Promise.reject(refusal(503)) : bucket.getText(address)),
    }
    await expect(readBucket(busy)).rejects.toThrow('503')
  }
})

test('of an export, what lies outside the prefix is not read, and what is wrong is said', async () => {
  const below = await readBucket(bucketOf(exportedTo('old/eve'), 1000), { ...request, prefix: 'old/eve/videos/' })
  expect(below.items.map(({ key }) => key)).toEqual(
    [1, 2].map((number) => expect.stringContaining(`s3:https://s3.example:films:old/eve/videos/000${number}`)),
  )
  expect(below.playlists).toEqual([])
  const odd = await readBucket(bucketOf({ ...exportedTo('old/eve'), 'old/eve/playlists.json': '{"playlists":[{"title":"Odd"}]}' }, 1000))
  expect(odd.items.filter(({ problem }) => problem !== undefined)).toMatchObject([
    { label: 'old/eve/playlists.json', problem: 'The playlists of this export are not as a site writes them, so they are not made.' },
  ])
  expect([odd.items.length, odd.playlists.length]).toEqual([3, 0])
})

test('a file beside a video that cannot be read keeps it from nothing but being public', async () => {
  const video = {
    ...emptyItem('key', 'a'),
    source: { from: 's3' as const, key: 'a/E\u0301.mp4' },
    title: 'a',
    date: '2020-01-01T00:00:00.000Z',
  }
  const names = ['a/E\u0301.mp4', 'a/\u00c9.nfo', 'a/\u00c9.txt', 'a/\u00c9.de.srt', 'a/\u00c9.json']
  const reading = (refused: RegExp): ReaderContext => ({
    ...context,
    getText: async (address) => {
      const { pathname, searchParams } = new URL(address)
      const prefix = searchParams.get('prefix')
      if (refused.test(decodeURIComponent(pathname))) throw new Failure('TOO_LARGE', 'It is too large.')
      if (prefix === null) return /txt$/.test(pathname) ? 'What it is about.' : ''
      const found = names.filter((each) => each.startsWith(prefix)).map((each) => `<Contents><Key>${each}</Key></Contents>`)
      return `<ListBucketResult>${found.join('')}</ListBucketResult>`
    },
  })
  const said = { title: 'E\u0301', description: 'What it is about.', date: video.date, captions: [{ language: 'de' }] }
  expect(await s3.complete?.(request, video, reading(/nfo$/))).toMatchObject({ ...said, visibility: null })
  expect(await s3.complete?.(request, video, reading(/json$/))).toMatchObject({ ...said, visibility: 'private' })
  expect(await s3.complete?.(request, video, reading(/txt$/))).toMatchObject({ description: '', captions: [{ language: 'de' }] })
})

test('a server that is no S3 is named', async () => {
  const other = { ...context, getText: async () => '<html></html>' }
  await expect(s3.list(request, null, other)[Symbol.asyncIterator]().next()).rejects.toThrow('This is not an S3 server')
})
