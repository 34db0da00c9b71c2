import { Failure } from '@video-forge/contract/errors'
import { expect, test } from 'vitest'
import type { ImportItem } from '../../item.ts'
import type { ReaderContext } from '../reader.ts'
import { mediacms } from './mediacms.ts'
import { mediaCmsPlace } from './mediacms-address.ts'

const origin = 'https://cms.example'

/** As MediaCMS 7 sends them. */
const listed = (friendly_token: string, more: object = {}) => ({
  friendly_token,
  url: `${origin}/view?m=${friendly_token}`,
  api_url: `${origin}/api/v1/media/${friendly_token}`,
  user: 'ada',
  title: `Title of ${friendly_token}`,
  description: 'About it',
  add_date: '2020-08-09T10:11:12.123456Z',
  views: 3,
  media_type: 'video',
  state: 'public',
  duration: 61,
  thumbnail_url: '/media/original/thumbnails/t.jpg',
  is_reviewed: true,
  encoding_status: 'success',
  size: '10.5MB',
  ...more,
})

const encoding = (url: string, status = 'success') => ({ title: 'h264', url, progress: 100, size: '2.0MB', encoding_id: 1, status })

const details = {
  ...listed('abc'),
  friendly_token: undefined,
  poster_url: '/media/poster.jpg',
  original_media_url: null,
  encodings_info: {
    '240': { h264: encoding('/media/240.mp4') },
    '720': { h264: encoding('/media/720.mp4'), vp9: encoding('/media/720.webm') },
    '1080': { h264: encoding('/media/1080.mp4', 'fail') },
  },
  subtitles_info: [{ src: '/media/sub.vtt', srclang: 'el', label: 'Greek' }],
  tags_info: [{ title: 'Sea', url: '/search?t=Sea' }],
  chapter_data: [
    { startTime: '00:00:00.000', endTime: '00:00:30.000', chapterTitle: 'Start' },
    { start: '00:00:30', title: 'Boats', thumbnail: 'static/x.jpg' },
    { startTime: '00:00:40.000', endTime: '00:00:50.000', text: 'Gulls' },
  ],
}

const answers: Record<string, object> = {
  [`${origin}/api/v1/media?page=1`]: {
    count: 4,
    next: `http://cms.example/api/v1/media?page=2`,
    results: [listed('abc'), listed('snd', { media_type: 'audio' })],
  },
  [`${origin}/api/v1/media?page=2`]: {
    count: 4,
    next: null,
    results: [
      listed('prv', { state: 'private' }),
      listed('odd', { state: undefined }),
      listed('new', { is_reviewed: false }),
      { title: 'without a token' },
    ],
  },
  [`${origin}/api/v1/media/abc`]: details,
  [`${origin}/api/v1/media/org`]: { ...details, original_media_url: '/media/original/talk.mov' },
  [`${origin}/api/v1/media/wmv`]: { ...details, original_media_url: '/media/original/talk.wmv' },
  [`${origin}/api/v1/media/big`]: { ...details, original_media_url: '/media/original/talk.mov', size: '9.0GB' },
  [`${origin}/api/v1/media/raw`]: {
    ...details,
    encodings_info: { '720': {}, '0-original': { h264: encoding('/media/original/raw.mp4') } },
  },
  // Recorded under another name and protocol.
  [`${origin}/api/v1/media/rec`]: { ...details, url: 'http://cms.local:8000/view?m=rec', poster_url: 'http://cms.local:8000/media/p.jpg' },
  [`${origin}/api/v1/playlists?page=1`]: {
    next: null,
    results: [
      { title: 'Mine', description: '', user: 'ada', media_count: 2, url: '/playlists/pl1', api_url: '/api/v1/playlists/pl1' },
      { title: 'Other', description: '', user: 'bob', media_count: 1, url: '/playlists/pl2', api_url: '/api/v1/playlists/pl2' },
    ],
  },
  [`${origin}/api/v1/playlists/pl1`]: { title: 'Mine', playlist_media: [listed('prv'), listed('abc')] },
}

const asked: { url: string; authorization: string | undefined }[] = []
const context: ReaderContext = {
  signal: new AbortController().signal,
  folders: [],
  getBytes: async () => Buffer.alloc(0),
  getText: async (url, options) => {
    asked.push({ url, authorization: options?.headers?.['authorization'] })
    const answer = answers[url]
    if (!answer) throw new Failure('INVALID_SOURCE', 'The server answered with status 404.', { extra: { status: 404 } })
    return JSON.stringify(answer)
  },
}

async function all<Entry>(entries: AsyncIterable<Entry> | Entry[]): Promise<Entry[]> {
  const found: Entry[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

test('lists a site page by page', async () => {
  const pages = await all(mediacms.list({ url: origin, token: 'hush' }, null, context))
  expect(pages.map(({ listedTo, total }) => [listedTo, total])).toEqual([
    [2, 4],
    [1, 4],
  ])
  const items = pages.flatMap((page) => page.items)
  expect(items[0]).toMatchObject({
    key: 'mediacms:cms.example:abc',
    label: `${origin}/view?m=abc`,
    title: 'Title of abc',
    date: '2020-08-09T10:11:12.123Z',
    visibility: 'public',
    bytes: 11_010_048,
    seconds: 61,
    oldAddresses: ['mediacms/abc'],
  })
  expect(items[1]).toMatchObject({ problem: 'This is not a video (audio).' })
  // What does not say that it is public is not.
  expect(items.slice(2).map(({ visibility }) => visibility)).toEqual(['private', 'private', 'private'])
  expect(asked.every(({ authorization }) => authorization === 'Token hush')).toBe(true)
})

const complete = async (token: string): Promise<ImportItem> => {
  const item = { oldAddresses: [`mediacms/${token}`] } as ImportItem
  return (await mediacms.complete?.({ url: origin }, item, { ...context, maxFileBytes: 1024 ** 3 })) as ImportItem
}

test('finds the best file with its captions, chapters and tags', async () => {
  expect(await complete('abc')).toMatchObject({
    source: { from: 'url', url: `${origin}/media/720.mp4`, needsToken: false },
    filename: '720.mp4',
    bytes: 2_097_152,
    thumbnail: { url: `${origin}/media/poster.jpg` },
    tags: ['Sea'],
    captions: [{ language: 'el', label: 'Greek', source: { url: `${origin}/media/sub.vtt` } }],
    chapters: [
      { start: 0, title: 'Start' },
      { start: 30, title: 'Boats' },
      { start: 40, title: 'Gulls' },
    ],
  })
  expect(await complete('org')).toMatchObject({ source: { url: `${origin}/media/original/talk.mov` }, bytes: 11_010_048 })
})

test('an original that cannot be imported is not taken, and one that stands for an encoding is', async () => {
  for (const token of ['wmv', 'big']) expect(await complete(token)).toMatchObject({ filename: '720.mp4', bytes: 2_097_152 })
  expect(await complete('raw')).toMatchObject({ filename: 'raw.mp4', bytes: 11_010_048 })
})

test('addresses under which a site knows itself are those of the site that was asked', async () => {
  expect(await complete('rec')).toMatchObject({ thumbnail: { url: `${origin}/media/p.jpg` }, source: { url: `${origin}/media/720.mp4` } })
})

/** A site that lists a thousand at most: short ones that are public, and one longer one that is not. */
function bigSite(hasFilters: boolean) {
  const short = Array.from({ length: 2500 }, (_, index) => listed(`s${index}`, { state: index < 900 ? 'unlisted' : 'public' }))
  const all = [...short, listed('long', { duration: 4000, state: 'private' })]
  const filters: string[] = []
  const getText: ReaderContext['getText'] = async (url) => {
    const { searchParams: query } = new URL(url)
    const [from = 0, to = 0] = { '0-20': [0, 1200], '60-120': [3600, 1e6] }[query.get('duration') ?? ''] ?? [1e6, 1e6]
    const isWanted = ({ duration, state }: (typeof all)[number]) =>
      !hasFilters || !query.has('duration') || (duration >= from && duration < to && [state, null].includes(query.get('publish_state')))
    const found = all.filter(isWanted)
    if (hasFilters && query.get('ordering') === 'asc') found.reverse()
    const page = Number(query.get('page'))
    if (page === 1) filters.push([query.get('duration'), query.get('publish_state'), query.get('ordering')].join(' ').trim())
    const results = found.slice(0, 1000).slice((page - 1) * 50, page * 50)
    return JSON.stringify({ count: Math.min(1000, found.length), next: page * 50 < Math.min(1000, found.length) ? 'more' : null, results })
  }
  return { filters, context: { ...context, getText } }
}

test('a site that lists a thousand at most is listed in parts', async () => {
  const site = bigSite(true)
  const items = (await all(mediacms.list({ url: origin }, null, site.context))).flatMap((page) => page.items)
  expect(new Set(items.flatMap(({ key, problem }) => (problem ? [] : key))).size).toBe(2501)
  expect(site.filters).toEqual([
    ...['', '0-20', '20-40', '40-60', '60-120'],
    ...['0-20 public', '0-20 public asc', '0-20 unlisted', '0-20 private'],
  ])
  // There may be more in the middle.
  expect(items.at(-1)?.problem).toContain('at most 1,000')
  const old = bigSite(false)
  const first = (await all(mediacms.list({ url: origin }, null, old.context))).flatMap((page) => page.items)
  expect([new Set(first.map(({ key }) => key)).size, old.filters]).toEqual([1001, ['', '0-20', '20-40']])
})

test('a whole site with a token: also what is not public of its person', async () => {
  const own = { [`${origin}/api/v1/whoami`]: { username: 'ada' } }
  const mine = { [`${origin}/api/v1/media?page=1&author=ada`]: { count: 1, next: null, results: [listed('own', { state: 'private' })] } }
  const known: Record<string, object> = { ...answers, ...own, ...mine }
  const getText: ReaderContext['getText'] = async (url) => JSON.stringify(known[url])
  const pages = await all(mediacms.list({ url: origin, token: 'hush' }, null, { ...context, getText }))
  expect(pages.flatMap((page) => page.items).at(-1)).toMatchObject({ key: 'mediacms:cms.example:own', visibility: 'private' })
})

test.each([
  ['/', {}],
  ['/latest', {}],
  ['/api/v1/media?author=ada', { author: 'ada' }],
  ['/user/j%C3%B6/about', { author: 'jö' }],
  ['/embed?m=abc', { token: 'abc' }],
  ['/api/v1/media/abc', { token: 'abc' }],
])('the address %s is understood', (path, place) => {
  expect(mediaCmsPlace(origin + path)).toEqual({ origin, ...place })
})

test.each(['/playlists/pl1', '/search?q=x', '/user', '/view', '/media/original/a.mp4'])('the address %s is refused', (path) => {
  expect(() => mediaCmsPlace(origin + path)).toThrow(/cannot be imported by itself|is not the address/)
})

test('the playlists of a person', async () => {
  const playlists = await all(mediacms.playlists?.({ url: `${origin}/user/ada` }, context) ?? [])
  expect(playlists).toEqual([
    {
      key: 'mediacms:cms.example:playlist:pl1',
      title: 'Mine',
      description: '',
      visibility: 'private',
      videoKeys: ['mediacms:cms.example:prv', 'mediacms:cms.example:abc'],
    },
  ])
})
