import { Failure } from '@video-forge/contract/errors'
import { expect, test } from 'vitest'
import type { ImportItem } from '../../item.ts'
import type { ReaderContext } from '../reader.ts'
import { peertube } from './peertube.ts'
import { peerTubePlace } from './peertube-address.ts'

const origin = 'https://tube.example'

/** Who made it tells the lists apart. */
const listed = (uuid: string, owner: string, more: object = {}) => ({
  uuid,
  name: `Title of ${uuid}`,
  privacy: { id: 1, label: 'Public' },
  isLocal: true,
  account: { name: owner, host: 'tube.example' },
  channel: { name: `${owner}_channel`, host: 'tube.example' },
  ...more,
})

const refuse = (status: number) => new Failure('INVALID_SOURCE', `The server answered with status ${status}.`, { extra: { status } })

interface Instance {
  videos: object[]
  own?: object[]
  /** What `/users/me` answers. */
  me?: object | number
  isAdmin?: boolean
  /** Entries of a page, whatever is asked for. */
  pageSize?: number
  /** Instead of the number of videos. */
  total?: number | null
  others?: Record<string, object>
}

/** An instance as PeerTube answers with a token: of an ordinary person, or of an admin. */
function instance({ videos, own = [], me = 404, isAdmin = false, pageSize = 100, total, others = {} }: Instance) {
  const asked: string[] = []
  const page = (all: object[], url: URL) => {
    const start = Number(url.searchParams.get('start'))
    return { total: total === undefined ? all.length : total, data: all.slice(start, start + pageSize) }
  }
  const answerTo = (url: URL): object => {
    const path = url.pathname.replace('/api/v1/', '')
    if (path in others) return others[path] ?? {}
    if (path === 'videos/old') throw refuse(401)
    if (path === 'users/me' && typeof me === 'object') return me
    if (path === 'users/me') throw refuse(me as number)
    if (path === 'users/me/videos') return page(own, url)
    if (!/^(videos|accounts\/\w+\/videos|video-channels\/\w+\/videos)$/.test(path)) throw refuse(404)
    if (url.searchParams.has('privacyOneOf') && !isAdmin) throw refuse(401)
    return page(url.searchParams.has('privacyOneOf') ? [...videos, ...own] : videos, url)
  }
  const context: ReaderContext = {
    signal: new AbortController().signal,
    folders: [],
    getBytes: async () => Buffer.alloc(0),
    getText: async (address) => {
      const url = new URL(address)
      asked.push(url.pathname.replace('/api/v1/', '') + (url.searchParams.has('privacyOneOf') ? '?all' : ''))
      return JSON.stringify(answerTo(url))
    },
  }
  return { asked, context }
}

async function namesOf(address: string, site: Instance, token: string | null = 'a-token', listedTo: unknown = null) {
  const { asked, context } = instance(site)
  const names: string[] = []
  for await (const { items } of peertube.list({ url: origin + address, ...(token !== null && { token }) }, listedTo, context))
    names.push(...items.map(({ key }) => key.split(':').at(-1) ?? ''))
  return { names, asked }
}

const me = { account: { name: 'ada', host: 'tube.example' }, videoChannels: [{ name: 'ada_channel' }] }
const own = [listed('mine', 'ada'), listed('draft', 'ada', { privacy: { id: 3 } })]
const videos = [listed('mine', 'ada'), listed('theirs', 'bob')]

test('an instance with the token of an ordinary person: what is public and what is theirs', async () => {
  expect((await namesOf('', { videos, own, me })).names).toEqual(['mine', 'draft', 'mine', 'theirs'])
  expect((await namesOf('', { videos, own, me, isAdmin: true })).names).toEqual(['mine', 'theirs', 'mine', 'draft'])
  expect((await namesOf('', { videos, own, me: 401 }, null)).names).toEqual(['mine', 'theirs'])
  await expect(namesOf('', { videos, own, me: 401 })).rejects.toThrow('does not accept this token')
})

test.each<[string, Partial<Instance>, string[], string[]]>([
  ['/a/ada', { me }, ['mine', 'draft'], ['users/me', 'users/me/videos']],
  ['/c/ada_channel/videos', { me }, ['mine', 'draft'], ['users/me', 'users/me/videos']],
  ['/a/ada@tube.example', { me }, ['mine', 'draft'], ['users/me', 'users/me/videos']],
  // The token is that of somebody else.
  ['/a/bob', { me }, ['mine', 'theirs'], ['users/me', 'accounts/bob/videos?all', 'accounts/bob/videos']],
  ['/c/bob_channel', { me, isAdmin: true }, ['mine', 'theirs', 'mine', 'draft'], ['users/me', 'video-channels/bob_channel/videos?all']],
  // The instance does not say whose it is.
  ['/a/bob', {}, ['mine', 'theirs'], ['users/me', 'users/me/videos', 'accounts/bob/videos']],
  ['/a/ada', {}, ['mine', 'draft', 'mine', 'theirs'], ['users/me', 'users/me/videos', 'accounts/ada/videos']],
])('%s with a token', async (address, site, names, asked) => {
  expect(await namesOf(address, { videos, own, ...site })).toEqual({ names, asked })
})

test('an address with @ is that of an account or a channel', async () => {
  const others = { 'accounts/ada': { name: 'ada' } }
  expect((await namesOf('/@ada', { videos, others }, null)).asked).toEqual(['accounts/ada', 'accounts/ada/videos'])
  expect((await namesOf('/@sea', { videos, others }, null)).asked).toEqual(['accounts/sea', 'video-channels/sea/videos'])
})

const many = Array.from({ length: 40 }, (_, index) => listed(`v${index}`, 'ada'))

test.each([
  ['gives fewer at once than it is asked for', { pageSize: 15 }],
  ['does not say how many there are', { pageSize: 15, total: null }],
  ['says more than there are', { pageSize: 15, total: 400 }],
])('all of a list of a server that %s', async (_what, site) => {
  expect((await namesOf('', { videos: many, ...site }, null)).names).toEqual(many.map(({ uuid }) => uuid))
})

test('a listing goes on in the list where it ended', async () => {
  const site = { videos: many, own: many.slice(0, 20), me, pageSize: 15 }
  const { names } = await namesOf('', site, 'a-token', { list: 'own', start: 15 })
  expect(names).toEqual([...many.slice(15, 20), ...many].map(({ uuid }) => uuid))
})

test('an entry that cannot be understood is left out, and nothing else', async () => {
  expect((await namesOf('', { videos: [{ uuid: 7 }, ...videos] }, null)).names).toEqual(['mine', 'theirs'])
})

test.each<[object, string]>([
  [{}, 'public'],
  [{ blacklisted: false, state: { id: 1 } }, 'public'],
  [{ state: { id: 2 }, waitTranscoding: false }, 'public'],
  [{ blacklisted: true }, 'private'],
  [{ state: { id: 2 }, waitTranscoding: true }, 'private'],
  [{ state: { id: 7 } }, 'private'],
  [{ privacy: { id: 2 } }, 'private'],
])('a video with %o is %s', async (more, visibility) => {
  const { context } = instance({ videos: [listed('a', 'ada', more)] })
  for await (const { items } of peertube.list({ url: origin }, null, context)) expect(items).toMatchObject([{ visibility }])
})

const file = (height: number, size: number, more: object = {}) => ({
  id: height,
  resolution: { id: height },
  size,
  fileUrl: `http://tube.example/static/${height}.mp4`,
  ...more,
})

async function fileOf(files: object[], { source, maxFileBytes = 1000 }: { source?: object; maxFileBytes?: number } = {}) {
  const details = { ...listed('a', 'ada'), files }
  const { context } = instance({ videos: [], others: { 'videos/a': details, ...(source && { 'videos/a/source': source }) } })
  const item = { oldAddresses: ['peertube/a'] } as ImportItem
  const full = await peertube.complete?.({ url: origin, token: 'a-token' }, item, { ...context, maxFileBytes })
  return full?.source?.from === 'url' ? [full.source.url.replace(origin, ''), full.filename, full.bytes] : undefined
}

test('the original by the name that it had, unless it cannot be imported', async () => {
  const source = { fileDownloadUrl: `${origin}/download/original.mov`, inputFilename: 'The sea.mov', size: 900 }
  const files = [file(360, 50), file(1080, 500)]
  expect(await fileOf(files, { source })).toEqual(['/download/original.mov', 'The sea.mov', 900])
  expect(await fileOf(files)).toEqual(['/static/1080.mp4', '1080.mp4', 500])
  const other = { ...source, fileDownloadUrl: `${origin}/download/original.wmv`, inputFilename: 'The sea.wmv' }
  expect(await fileOf(files, { source: other })).toEqual(['/static/1080.mp4', '1080.mp4', 500])
  expect(await fileOf(files, { source, maxFileBytes: 600 })).toEqual(['/static/1080.mp4', '1080.mp4', 500])
  expect(await fileOf(files, { source, maxFileBytes: 400 })).toEqual(['/static/360.mp4', '360.mp4', 50])
  // Nothing fits: the report says what is wrong with the best one.
  expect(await fileOf(files, { source, maxFileBytes: 10 })).toEqual(['/download/original.mov', 'The sea.mov', 900])
})

test('a token that is not valid any more is named', async () => {
  const { context } = instance({ videos: [] })
  const item = { oldAddresses: ['peertube/old'] } as ImportItem
  await expect(peertube.complete?.({ url: origin, token: 'a-token' }, item, context)).rejects.toThrow('does not accept this token')
  await expect(peertube.complete?.({ url: origin }, item, context)).rejects.toThrow('status 401')
})

test('picture and sound that are stored apart are joined by the server', async () => {
  const files = [file(0, 10, { hasVideo: false }), file(1080, 500, { hasAudio: false })]
  expect(await fileOf(files)).toEqual(['/download/videos/generate/a?videoFileIds=1080&videoFileIds=0', 'a', 510])
})

test.each([
  ['/', { kind: 'instance' }],
  ['/home', { kind: 'instance' }],
  ['/fr-FR', { kind: 'instance' }],
  ['/videos/local?sort=-publishedAt', { kind: 'instance' }],
  ['/api/v1/videos', { kind: 'instance' }],
  ['/about/instance', { kind: 'instance' }],
  ['/a/ada/video-channels', { kind: 'account', name: 'ada' }],
  ['/api/v1/accounts/ada/videos', { kind: 'account', name: 'ada' }],
  ['/c/sea@other.example/videos', { kind: 'channel', name: 'sea@other.example' }],
  ['/@ada', { kind: 'actor', name: 'ada' }],
  ['/w/kkGMgK9ZtnKfYAgnEtQxbv;threadId=12', { kind: 'video', id: 'kkGMgK9ZtnKfYAgnEtQxbv' }],
  ['/w/kkGMgK9ZtnKfYAgnEtQxbv/?start=3s', { kind: 'video', id: 'kkGMgK9ZtnKfYAgnEtQxbv' }],
  ['/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d', { kind: 'video', id: '9c9de5e8-0a1e-484a-b099-e80766180a6d' }],
  ['/api/v1/videos/9c9de5e8', { kind: 'video', id: '9c9de5e8' }],
])('the address %s is understood', (path, place) => {
  expect(peerTubePlace(origin + path)).toEqual({ origin, ...place })
})

test.each([
  '/w/p/kkGMgK9Z',
  '/videos/watch/playlist/kkGMgK9Z',
  '/my-library/videos',
  '/search?q=x',
  '/w',
  '/videos/watch',
  '/feeds/videos.xml',
])('the address %s does not stand for the whole instance', (path) => {
  expect(() => peerTubePlace(origin + path)).toThrow(/cannot be imported by itself|is not the address/)
})

const playlist = (uuid: string, privacy: number, channel?: string) => ({
  ...{ uuid, displayName: uuid, privacy: { id: privacy }, type: { id: 1 } },
  ...(channel && { videoChannel: { name: channel } }),
})

test.each([
  ['', ['secret', 'channel list', 'shown']],
  ['/c/ada_channel', ['channel list', 'shown']],
  ['/a/ada', ['secret', 'channel list']],
])('the playlists of %s with a token', async (address, titles) => {
  const shown = { total: 1, data: [playlist('shown', 1)] }
  const others = {
    'video-playlists': shown,
    'video-channels/ada_channel/video-playlists': shown,
    'accounts/ada/video-playlists': { total: 3, data: [playlist('secret', 3), playlist('channel list', 1, 'ada_channel')] },
    'video-playlists/secret/videos': {
      total: 2,
      data: [
        { id: 1, video: { uuid: 'mine' } },
        { id: 2, video: null },
      ],
    },
  }
  const { context } = instance({ videos, me, others })
  const found = []
  for await (const list of peertube.playlists?.({ url: origin + address, token: 'a-token' }, context) ?? []) found.push(list)
  expect(found.map(({ title }) => title)).toEqual(titles)
  if (titles[0] === 'secret') expect(found[0]).toMatchObject({ visibility: 'private', videoKeys: ['peertube:tube.example:mine'] })
})
