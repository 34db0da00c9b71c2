import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

type Call = [string, { body?: unknown; query?: unknown; params?: unknown } | undefined]

/** Runs the command against a site that answers with these, and returns what it sent and printed. */
async function runImport(source: string, options: Record<string, unknown>, answers: Record<string, () => unknown> = {}) {
  const calls: Call[] = []
  const uploads: { name: string; title?: string; tags?: string[]; description?: string; visibility?: string }[] = []
  const results: unknown[] = []
  const warnings: string[] = []
  const context = {
    args: [source],
    options,
    forge: {
      upload: async ({ name }: { name: string }, details: object) => {
        uploads.push({ name, ...details })
        if (name === 'broken.mp4') throw new Error('It cannot be read.')
        return { video: { id: `id of ${name}` } }
      },
      call: async (...[key, request]: Call) => {
        calls.push([key, request])
        return answers[key]?.()
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

test('sends a folder of this machine with what is beside each file, and the second time only what is new', async () => {
  const films = join(folder, 'films')
  await mkdir(join(films, 'Trips'), { recursive: true })
  const put = (name: string, content: string) => writeFile(join(films, name), content)
  await put('talk.mp4', 'film')
  await put('talk.pt-BR.srt', 'captions')
  await put('talk.txt', ' What it is about. ')
  await put('talk.jpg', 'picture')
  await put('talk.json', JSON.stringify({ title: 'A talk', tags: ['Speech'], availability: 'unlisted' }))
  await put('Trips/walk [1].mkv', 'film')
  await put('broken.mp4', 'film')
  await put('notes.txt', 'no video')
  const first = await runImport(films, { visibility: 'public', formats: 'none' })
  expect(first.uploads).toMatchObject([
    { name: 'broken.mp4', title: 'broken', visibility: 'public' },
    { name: 'talk.mp4', title: 'A talk', description: 'What it is about.', tags: ['Speech'], visibility: 'private' },
    { name: 'walk [1].mkv', title: 'walk [1]', tags: ['Trips'], visibility: 'public' },
  ])
  expect(first.calls.map(([key, request]) => [key, request?.query])).toEqual([
    ['POST /gallery/videos/{id}/captions', { language: 'pt-BR' }],
    ['POST /gallery/videos/{id}/thumbnail', undefined],
  ])
  expect([first.exitCode, first.warnings]).toEqual([1, ['broken.mp4: It cannot be read.']])
  await put('new.mp4', 'film')
  const second = await runImport(films, { formats: 'none' })
  expect(second.uploads.map(({ name }) => name)).toEqual(['broken.mp4', 'new.mp4'])
  const dry = await runImport(films, { 'dry-run': true })
  expect(dry.uploads).toEqual([])
  expect(dry.result).toMatchObject({ bytes: 4 })
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
  ['nowhere', {}, 'There is no folder or file "nowhere".'],
  ['https://other.example/', {}, 'What is at this address?'],
])('%s is refused', async (source, options, sentence) => {
  await expect(runImport(source, options)).rejects.toThrow(sentence)
})
