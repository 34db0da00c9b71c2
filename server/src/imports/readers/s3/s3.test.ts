import { Failure } from '@video-forge/contract/errors'
import { expect, test } from 'vitest'
import { emptyItem, type ImportItem } from '../../item.ts'
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

/** A bucket that lists two objects at a time. */
const context: ReaderContext = {
  signal: new AbortController().signal,
  folders: [],
  getBytes: async () => Buffer.alloc(0),
  getText: async (address) => {
    const { pathname, searchParams, host } = new URL(address)
    expect([host, searchParams.has('X-Amz-Signature')]).toEqual(['s3.example', true])
    expect(address).not.toContain('hush')
    const key = decodeURIComponent(pathname).replace('/films/', '').replace('/films', '')
    if (key !== '') return objects[key] ?? Promise.reject(new Failure('INVALID_SOURCE', 'The server answered with status 403.'))
    const after = searchParams.get('start-after') ?? ''
    const found = Object.keys(objects)
      .sort()
      .filter((each) => each.startsWith(searchParams.get('prefix') ?? '') && each > after)
    const page = found.slice(0, after || searchParams.get('prefix') === request.prefix ? 2 : 1000)
    const contents = page.map(
      (each) => `<Contents><Key>${encoded(each)}</Key><LastModified>2020-01-01T00:00:00.000Z</LastModified><Size>4</Size></Contents>`,
    )
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${page.length < found.length}</IsTruncated>${contents.join('')}</ListBucketResult>`
  },
}

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
