import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError, type UploadOptions } from '@video-forge/client'
import { noResponseError } from '@video-forge/client/parts/api-error'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Context } from '../command.d.ts'
import { createOutput } from '../terminal/output.js'
import { importVideos } from './import.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vf-import-'))
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'))
  return async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  }
})

interface Sent {
  body: { path: string; title: string; beside: { name: string; bytes?: string }[] }
  query: { language: string }
  params: { id: string; videoId: string }
}
type Call = [string, Sent]

interface Upload {
  name: string
  title?: string
  tags?: string[]
  description?: string
  visibility?: string
  createdAt?: string
}

type Answer = (request: Sent) => unknown

/** Runs the command against a site that answers with these, and returns what it sent and printed. */
async function runImport(source: string, options: Record<string, unknown>, answers: Record<string, Answer> = {}) {
  const calls: Call[] = []
  const uploads: Upload[] = []
  const results: unknown[] = []
  const warnings: string[] = []
  const context = {
    args: [source],
    options,
    forge: {
      upload: async ({ name }: { name: string }, { resume, onState, ...details }: UploadOptions) => {
        uploads.push({ name, ...(details as object) })
        if (name === 'broken.mp4') throw new Error('It cannot be read.')
        const id = resume?.s3Key ?? `${String(answers['new id']?.({} as Sent) ?? 'id of ')}${name}`
        await onState?.({ s3Key: id, resumableUrl: '', size: 4, expiresAt: '', stage: 'confirmed' })
        return { video: { id } }
      },
      call: async (...[key, request]: Call) => {
        calls.push([key, request])
        return answers[key]?.(request)
      },
    },
    settings: { url: 'https://video.example.com', key: 'vf_key' },
    out: {
      ...createOutput({ isJson: true }),
      result: (value: unknown) => void results.push(value),
      warn: (line: string) => void warnings.push(line),
    },
    signal: new AbortController().signal,
  } as unknown as Context
  return { exitCode: await importVideos.run(context), calls, uploads, result: results[0], warnings }
}

const described = {
  ...{ title: 'A film', description: '', tags: [], createdAt: '2015-06-01T00:00:00.000Z', visibility: 'private' },
  ...{ chapters: [], captions: [], picture: null, playlist: null, settings: null, notes: [] },
}
/** Answers to the call that describes a file, by the name of the file. */
const describeAs =
  (files: Record<string, object>): Answer =>
  (request) => {
    const { path } = request.body
    return { file: { ...described, title: path, ...files[path] } }
  }

async function makeFiles(files: Record<string, string>): Promise<string> {
  const films = join(folder, 'films')
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(films, name, '..'), { recursive: true })
    await writeFile(join(films, name), content)
    await utimes(join(films, name), new Date('2018-01-02'), new Date('2018-01-02'))
  }
  return films
}

test('a folder is imported by one process at a time, and a killed one is not waited for', async () => {
  const films = await makeFiles({ 'talk.mp4': 'film' })
  const answers = { 'POST /imports/describe': describeAs({}) }
  await runImport(films, {}, answers)
  const [record = ''] = await readdir(join(folder, 'state', 'video-forge', 'imports'))
  const noteOf = (pid: number) => join(folder, 'state', 'video-forge', 'imports', `${record}.${pid}.running`)
  await writeFile(join(films, 'new.mp4'), 'film')

  // The process that runs the tests started this one, so it is there.
  await writeFile(noteOf(process.ppid), '')
  await expect(runImport(films, {}, answers)).rejects.toMatchObject({
    message: `This folder is being imported already, by process ${process.ppid}. Please wait until it ends.`,
    exitCode: 5,
  })
  expect((await runImport(films, { 'dry-run': true }, answers)).result).toMatchObject({ bytes: 4 })
  // After a restart of the machine another process has its number.
  await utimes(noteOf(process.ppid), new Date(0), new Date(0))
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'close')
  await writeFile(noteOf(ended.pid ?? 0), '')
  expect((await runImport(films, {}, answers)).uploads.map(({ name }) => name)).toEqual(['new.mp4'])
  expect(await readdir(join(folder, 'state', 'video-forge', 'imports'))).toEqual([record])
})

test('sends a folder of this machine with what is beside each file, and the second time only what is new', async () => {
  const films = await makeFiles({
    ...{ 'talk.mp4': 'film', 'talk.pt-BR.srt': 'captions', 'talk.txt': 'Text', 'talk-poster.jpg': 'picture', 'talkative.txt': 'another' },
    ...{ 'Trips/walk [1].mkv': 'film', 'broken.mp4': 'film', 'notes.txt': 'no video' },
  })
  const answers = {
    'POST /imports/describe': describeAs({
      'talk.mp4': {
        ...{ title: 'A talk', description: 'Text', tags: ['Speech'], chapters: [{ start: 0, title: 'Start' }] },
        ...{ captions: [{ name: 'talk.pt-BR.srt', language: 'pt-BR' }], picture: 'talk-poster.jpg' },
      },
      'Trips/walk [1].mkv': { visibility: 'public' },
    }),
    'GET /gallery/videos/{id}/captions': () => ({ captions: [] }),
  }
  const first = await runImport(films, { visibility: 'public', formats: 'none', subfolders: 'nothing' }, answers)
  expect(first.calls.filter(([key]) => key === 'POST /imports/describe').map(([, request]) => request.body)).toEqual([
    {
      path: 'broken.mp4',
      modifiedAt: '2018-01-02T00:00:00.000Z',
      beside: [{ name: 'broken.mp4' }],
      visibility: 'public',
      subfolders: 'nothing',
    },
    {
      path: 'talk.mp4',
      modifiedAt: '2018-01-02T00:00:00.000Z',
      beside: expect.toSatisfy((beside: { name: string }[]) => beside.every(({ name }) => /^talk[.-]/.test(name)) && beside.length === 4),
      visibility: 'public',
      subfolders: 'nothing',
    },
    expect.objectContaining({ path: 'Trips/walk [1].mkv' }),
  ])
  expect(first.calls[1]?.[1].body.beside.filter(({ bytes }) => bytes !== undefined)).toEqual([
    { name: 'talk.txt', bytes: Buffer.from('Text').toString('base64') },
  ])
  expect(first.uploads).toMatchObject([
    { name: 'broken.mp4' },
    {
      name: 'talk.mp4',
      title: 'A talk',
      description: 'Text',
      tags: ['Speech'],
      visibility: 'private',
      createdAt: '2015-06-01T00:00:00.000Z',
    },
    { name: 'walk [1].mkv', title: 'Trips/walk [1].mkv', visibility: 'public' },
  ])
  expect(first.calls.filter(([key]) => key !== 'POST /imports/describe').map(([key, request]) => [key, request?.query])).toEqual([
    ['PATCH /gallery/videos/{id}', undefined],
    ['GET /gallery/videos/{id}/captions', undefined],
    ['POST /gallery/videos/{id}/captions', { language: 'pt-BR' }],
    ['POST /gallery/videos/{id}/thumbnail', undefined],
  ])
  expect([first.exitCode, first.warnings]).toEqual([1, ['broken.mp4: It cannot be read.']])
  await makeFiles({ 'new.mp4': 'film' })
  const second = await runImport(films, { formats: 'none' }, answers)
  expect(second.uploads.map(({ name }) => name)).toEqual(['broken.mp4', 'new.mp4'])
  const dry = await runImport(films, { 'dry-run': true }, answers)
  expect([dry.uploads, dry.calls]).toEqual([[], []])
  expect(dry.result).toMatchObject({ bytes: 4 })
})

test('what an export says about its videos is set before others see them', async () => {
  const films = await makeFiles({ 'a.mp4': 'film', 'a.vtt': 'WEBVTT' })
  const settings = { allowDownload: false, embedDomains: ['school.example'], visibility: 'public' }
  const { uploads, calls, result } = await runImport(
    films,
    {},
    {
      'POST /imports/describe': describeAs({
        'a.mp4': {
          ...{ settings, notes: ['It asked for a password.'] },
          captions: [{ name: 'a.vtt', language: 'de', label: 'Mein Text', isDefault: true }],
        },
      }),
      'GET /gallery/videos/{id}/captions': () => ({ captions: [] }),
    },
  )
  expect(uploads).toMatchObject([{ visibility: 'private' }])
  expect(calls.slice(1)).toMatchObject([
    ['PATCH /gallery/videos/{id}', { body: settings }],
    ['GET /gallery/videos/{id}/captions', {}],
    ['POST /gallery/videos/{id}/captions', { query: { language: 'de', label: 'Mein Text', isDefault: 'true' } }],
  ])
  expect(result).toMatchObject({ items: [{ status: 'done', reason: 'It asked for a password.' }] })
})

interface FakePlaylist {
  id: string
  title: string
  kind: 'list'
  videos: string[]
}

/** A site with what was sent to it. From the call with this number on nothing answers, and that one has its effect or not. */
function fakeSite() {
  const site = { videos: [] as string[], captions: [] as string[], playlists: [] as FakePlaylist[], callsLeft: Infinity, isDone: true }
  const effects: Record<string, Answer> = {
    'POST /imports/describe': describeAs({
      'a.mp4': {
        captions: ['a.en.srt', 'a.en.forced.srt'].map((name) => ({ name, language: 'en', label: null, isDefault: false })),
        ...{ picture: 'a.jpg', chapters: [{ start: 0, title: 'Start' }] },
      },
      'Trips/b.mp4': { playlist: 'Trips' },
    }),
    'GET /gallery/videos/{id}/captions': () => ({ captions: site.captions.map((language) => ({ language, source: 'uploaded' })) }),
    'POST /gallery/videos/{id}/captions': (request) => void site.captions.push(request.query.language),
    'POST /gallery/videos/{id}/thumbnail': () => undefined,
    'PATCH /gallery/videos/{id}': () => undefined,
    'GET /playlists': () => ({ playlists: site.playlists, nextCursor: null }),
    'POST /playlists': (request) => {
      const { title } = request.body
      const playlist: FakePlaylist = { id: `list ${title}${site.playlists.length}`, title, kind: 'list', videos: [] }
      site.playlists.push(playlist)
      return { playlist }
    },
    'POST /playlists/{id}/videos/{videoId}': (request) => {
      const { id, videoId } = request.params
      const list = site.playlists.find((each) => each.id === id)
      if (!list?.videos.includes(videoId)) list?.videos.push(videoId)
    },
  }
  const answerOf = (effect: Answer) => (request: Sent) => {
    site.callsLeft -= 1
    if (site.callsLeft < -1 || (site.callsLeft < 0 && !site.isDone)) throw noResponseError()
    const answer = effect(request)
    if (site.callsLeft < 0) throw noResponseError()
    return answer
  }
  const answers = Object.fromEntries(Object.entries(effects).map(([key, effect]) => [key, answerOf(effect)]))
  // What is sent and not confirmed is no video, so the upload itself is one step.
  return { site, answers: { ...answers, 'new id': () => `${site.videos.push('one')} ` } }
}

test.each([true, false])('ended at any call, done: %s, it goes on with the same videos, and nothing is there twice', async (isDone) => {
  const films = await makeFiles({ 'a.mp4': 'film', 'a.en.srt': 'one', 'a.en.forced.srt': 'two', 'a.jpg': 'picture', 'Trips/b.mp4': 'film' })
  for (let calls = 0; ; calls += 1) {
    vi.stubEnv('XDG_STATE_HOME', join(folder, `state ${calls}`))
    const { site, answers } = fakeSite()
    Object.assign(site, { callsLeft: calls, isDone })
    const { exitCode } = await runImport(films, { playlist: 'All' }, answers)
    site.callsLeft = Number.POSITIVE_INFINITY
    expect([calls, (await runImport(films, { playlist: 'All' }, answers)).exitCode]).toEqual([calls, 0])
    expect([calls, site.videos.length, site.captions]).toEqual([calls, 2, ['en', 'en']])
    expect(site.playlists.map(({ title, videos }) => [title, videos]).sort()).toEqual([
      ['All', ['1 a.mp4', '2 b.mp4']],
      ['Trips', ['2 b.mp4']],
    ])
    if (exitCode === 0) {
      expect(calls).toBeGreaterThan(12)
      break
    }
  }
})

test('an unpacked export is sent without its made qualities, and its playlists are made again in their order', async () => {
  const lists = [
    { title: 'Both', description: 'Of us', kind: 'list', visibility: 'public', videoIds: ['id-b', 'of somebody else', 'id-a'] },
    { title: 'One', kind: 'list', visibility: 'link', videoIds: ['id-a'] },
    { title: 'Later', kind: 'watch-later', visibility: 'private', videoIds: ['id-a'] },
  ]
  const films = await makeFiles({
    'account.json': '{"format": "video-forge-export"}',
    'playlists.json': JSON.stringify({ version: 1, playlists: lists }),
    'videos/0001 A/video.json': '{"id": "id-a"}',
    'videos/0001 A/captions.en.vtt': 'WEBVTT',
    'videos/0001 A/metadata.json': '{}',
    'videos/0001 A/original.mov': 'film',
    'videos/0001 A/thumbnail.jpg': 'picture',
    'videos/0001 A/720p.mp4': 'film',
    'videos/0002 B/video.json': '{"id": "id-b"}',
    'videos/0002 B/original.mp4': 'film',
  })
  const { site, answers } = fakeSite()
  const { exitCode, uploads, calls } = await runImport(films, {}, answers)
  expect([exitCode, uploads.map(({ name }) => name)]).toEqual([0, ['original.mov', 'original.mp4']])
  expect(site.playlists.map(({ title, videos }) => [title, videos])).toEqual([
    ['Both', ['2 original.mp4', '1 original.mov']],
    ['One', ['1 original.mov']],
  ])
  const bodies = calls.filter(([key]) => key === 'POST /playlists').map(([, { body }]) => body)
  expect(bodies).toEqual([
    { title: 'Both', description: 'Of us', visibility: 'public' },
    { title: 'One', visibility: 'link' },
  ])
  expect(calls.filter(([, request]) => request?.params?.id === 'watch-later').map(([, { params }]) => params.videoId)).toEqual([
    '1 original.mov',
  ])
  const [first] = calls.filter(([key]) => key === 'POST /imports/describe')
  expect(first?.[1].body.beside.map(({ name }) => name).sort()).toEqual(['captions.en.vtt', 'thumbnail.jpg', 'video.json'])

  // What its owner has taken out of a playlist stays out when the import is run again; what is new is added.
  for (const list of site.playlists) list.videos = []
  await makeFiles({ 'videos/0003 C/video.json': '{"id": "of somebody else"}', 'videos/0003 C/original.mp4': 'new' })
  expect((await runImport(films, {}, answers)).exitCode).toBe(0)
  expect(site.playlists.map(({ title, videos }) => [title, videos.length])).toEqual([
    ['Both', 1],
    ['One', 0],
  ])
})

test('what cannot be sent is in the report, and ends nothing', async () => {
  const [nfd, nfc] = ['E\u0301te\u0301', '\u00c9t\u00e9']
  const films = await makeFiles({
    ...{
      'a.mp4': 'film',
      'tape.WMV': 'film',
      '#recycle/gone.mp4': 'film',
      'access.log.1': 'text',
      'stream/1.ts': 'film',
      'stream/all.m3u8': '',
    },
    ...{ [`${nfd}.mp4`]: 'film', [`${nfc}.srt`]: 'captions', 'IMG_1.MOV': 'film', 'img_1.txt': 'Text' },
  })
  const bad = Buffer.concat([Buffer.from(`${films}/z`), Buffer.from([0xfc])])
  await mkdir(bad)
  await writeFile(Buffer.concat([bad, Buffer.from('/b.mp4')]), 'film')
  await writeFile(Buffer.concat([Buffer.from(`${films}/a.`), Buffer.from([0xfc]), Buffer.from('.txt')]), 'text')
  const { uploads, result, warnings, exitCode, calls } = await runImport(films, {}, { 'POST /imports/describe': describeAs({}) })
  expect(uploads.map(({ name }) => name)).toEqual([`${nfd}.mp4`, 'IMG_1.MOV', 'a.mp4'])
  expect(calls.map(([, { body }]) => body.beside.map(({ name }) => name).sort())).toEqual([
    [`${nfd}.mp4`, `${nfc}.srt`],
    ['IMG_1.MOV', 'img_1.txt'],
    ['a.mp4', 'a.\ufffd.txt'],
  ])
  expect((result as { items: object[] }).items.slice(3)).toEqual([
    { source: 'tape.WMV', status: 'skipped', reason: expect.stringContaining('(.wmv) cannot be imported') },
    { source: 'z\ufffd/', status: 'failed', reason: 'The name of this folder is not valid text. Rename it.' },
  ])
  expect([warnings.length, exitCode]).toEqual([2, 1])
})

test('a playlist that was renamed is used again, one that was deleted is made anew', async () => {
  const films = await makeFiles({ 'Trips/a.mp4': 'film' })
  const made: string[] = []
  const added: unknown[] = []
  const gone = new Set<string>()
  const answers: Record<string, Answer> = {
    'POST /imports/describe': (request) => ({ file: { ...described, title: request.body.path, playlist: 'Trips' } }),
    'GET /playlists': () => ({ playlists: [{ id: 'other', title: 'Other', kind: 'list' }], nextCursor: null }),
    'POST /playlists': () => ({ playlist: { id: `list ${made.push('one')}` } }),
    'POST /playlists/{id}/videos/{videoId}': (request) => {
      if (gone.has(request.params.id)) throw new ApiError({ status: 404 })
      added.push(request.params)
    },
  }
  await runImport(films, { subfolders: 'playlists' }, answers)
  await makeFiles({ 'Trips/b.mp4': 'film' })
  await runImport(films, { subfolders: 'playlists' }, answers)
  expect([made.length, added]).toEqual([
    1,
    [
      { id: 'list 1', videoId: 'id of a.mp4' },
      { id: 'list 1', videoId: 'id of b.mp4' },
    ],
  ])
  gone.add('list 1')
  await makeFiles({ 'Trips/c.mp4': 'film' })
  const { exitCode } = await runImport(films, { subfolders: 'playlists' }, answers)
  expect([exitCode, made.length, added.at(-1)]).toEqual([0, 2, { id: 'list 2', videoId: 'id of c.mp4' }])
})

const task = (parts: object) => ({
  task: {
    id: 'task',
    status: 'completed',
    endedAt: '2026-01-01',
    message: null,
    counts: { total: 3, done: 2, skipped: 0, failed: 1 },
    ...parts,
  },
})

test.each([
  ['https://tube.example/a/ada', {}, { kind: 'peertube', url: 'https://tube.example/a/ada' }],
  ['https://cms.example/user/ada', { token: 'hush' }, { kind: 'mediacms', token: 'hush' }],
  ['https://cast.example/feed.xml', { playlist: 'Mine' }, { kind: 'feed', playlist: 'Mine' }],
  ['https://tube.example', { kind: 'peertube' }, { kind: 'peertube' }],
  ['Trips', { kind: 'folder' }, { kind: 'folder', path: 'Trips' }],
  ['Trips', { kind: 'folder', subfolders: 'playlists' }, { kind: 'folder', subfolders: 'playlists' }],
  ['https://video.example/exports/0198/k3.sig/ada.tar', {}, { kind: 'archive', url: 'https://video.example/exports/0198/k3.sig/ada.tar' }],
  ['https://files.example/ada.tar', { kind: 'archive' }, { kind: 'archive', url: 'https://files.example/ada.tar' }],
])('%s %o is imported by the site', async (source, options, body) => {
  const { calls, exitCode, warnings } = await runImport(source, options, {
    'POST /imports': () => ({ import: { id: 'task', title: 'Import' } }),
    'GET /tasks/{id}': () => task({}),
    'GET /tasks/{id}/items': () => ({ items: [{ source: 'a.mp4', reason: 'The server answered with status 404.' }] }),
  })
  expect(calls[0]).toMatchObject(['POST /imports', { body: { visibility: 'keep', ...body } }])
  expect([exitCode, warnings]).toEqual([1, ['a.mp4: The server answered with status 404.']])
})

test('a list in a file, and what it would do', async () => {
  const list = join(folder, 'list.csv')
  await writeFile(list, 'url\nhttps://files.example/a.mp4')
  const preview = { count: 1, isAtLeast: false, bytes: null, seconds: null, duplicates: 0, skipped: { count: 0, items: [] }, items: [] }
  const { calls, result } = await runImport(list, { 'dry-run': true }, { 'POST /imports/preview': () => ({ preview }) })
  expect(calls).toMatchObject([['POST /imports/preview', { body: { kind: 'urls', list: 'url\nhttps://files.example/a.mp4' } }]])
  expect(result).toEqual({ preview })
})

test.each([
  ['Windows-1252', [0xc4, 0x20, 0x96]],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0xc3, 0x84, 0x20, 0xe2, 0x80, 0x93]],
  ['UTF-16', [0xff, 0xfe, 0xc4, 0, 0x20, 0, 0x13, 0x20]],
  ['UTF-16, the other way', [0xfe, 0xff, 0, 0xc4, 0, 0x20, 0x20, 0x13]],
])('a list of a spreadsheet in %s', async (_encoding, bytes) => {
  const list = join(folder, 'list.csv')
  await writeFile(list, new Uint8Array(bytes))
  const { calls } = await runImport(
    list,
    {},
    {
      'POST /imports': () => ({ import: { id: 'task', title: '' } }),
      'GET /tasks/{id}': () => task({}),
      'GET /tasks/{id}/items': () => ({ items: [] }),
    },
  )
  expect(calls[0]?.[1]).toMatchObject({ body: { list: '\u00c4 \u2013' } })
})

test.each([
  ['nowhere', {}, 'There is no folder or file "nowhere".'],
  ['https://other.example/', {}, 'What is at this address?'],
  ['export.tar', {}, 'Unpack an export first, with tar -xf, and give the folder.'],
  ['.', { subfolders: 'nonsense' }, '--subfolders is one of: tags, playlists, nothing.'],
])('%s is refused', async (source, options, sentence) => {
  await expect(runImport(source, options)).rejects.toThrow(sentence)
})
