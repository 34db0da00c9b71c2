import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@video-forge/contract/errors'
import type { ImportRequest } from '@video-forge/contract/imports'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { databaseAt } from '../../testing/services/database-at.ts'
import { connectWithOwner } from '../../testing/services/owner-row.ts'
import { createMigratedUrl } from '../../testing/services/test-database.ts'
import { newId } from '../platform/database/new-id.ts'
import { createImportSecrets } from '../platform/secret-box.ts'
import { createTask } from '../platform/tasks/create-task.ts'
import { TaskFailure } from '../platform/tasks/task-failure.ts'
import type { ImportDeps } from './import-deps.ts'
import { importKind } from './import-kind.ts'
import { emptyItem, type ImportItem } from './item.ts'
import { shownLink } from './links.ts'
import { openItem, openPlace, sealItem, sealPlace } from './stored-item.ts'
import { openRequest, sealRequest } from './stored-request.ts'
import { takeItem } from './take-item.ts'
import { takePlaylist } from './take-playlists.ts'

const url = await createMigratedUrl()
const { db, close } = await databaseAt(url)
const scratch = await mkdtemp(join(tmpdir(), 'vf-take-'))
afterAll(async () => {
  await close()
  await rm(scratch, { recursive: true, force: true })
})
let userId: string
beforeEach(async () => {
  userId = (await connectWithOwner(url)).userId
})

afterEach(() => db.deleteFrom('users').execute())

const shared = { visibility: 'keep' as const, formats: ['480p' as const] }
const request: ImportRequest = { kind: 'urls', list: '', visibility: 'keep', formats: ['480p'] }
const item: ImportItem = {
  ...emptyItem('url:a', 'a'),
  source: { from: 'url', url: 'https://files.example/a.mp4' },
  filename: 'a.mp4',
  title: 'A',
  date: '2010-01-01T00:00:00.000Z',
  visibility: 'public',
  captions: [{ language: 'en', source: { from: 'url', url: 'https://files.example/en.vtt' } }],
  oldAddresses: ['peertube/a'],
}

/** The parts of the product as rows, each of which can end the process before or after it. */
function createDeps(crash: (step: string) => void | Promise<void>) {
  const fetched: string[] = []
  const set: unknown[] = []
  const step = async (name: string, work: () => Promise<unknown>) => {
    await crash(`before ${name}`)
    await work()
    await crash(`after ${name}`)
  }
  const deps: ImportDeps = {
    db,
    scratch,
    folders: [],
    maxUploadBytes: 1000,
    secrets: createImportSecrets('secret'),
    download: (address, path) =>
      step('download', async () => {
        fetched.push(address)
        await writeFile(path, 'bytes')
      }),
    takeFile: async ({ id }) => {
      const values = { id, user_id: userId, s3_key: `uploads/${id}/source.mp4`, filename: 'a.mp4', content_type: 'video/mp4' }
      await step('takeFile', () =>
        db
          .insertInto('uploads')
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
      return values.s3_key
    },
    confirm: (_userId, { s3Key, title, createdAt }) =>
      step('confirm', async () => {
        const id = s3Key.split('/')[1] ?? ''
        const values = {
          id,
          user_id: userId,
          title,
          visibility: 'private' as const,
          status: 'uploaded' as const,
          original_key: `videos/${id}/original/source.mp4`,
        }
        await db
          .insertInto('videos')
          .values({ ...values, ...(createdAt && { created_at: createdAt }) })
          .execute()
        await db.updateTable('uploads').set({ confirmed_at: new Date() }).where('id', '=', id).execute()
      }),
    describe: () => step('describe', async () => {}),
    setSettings: (id, { embedDomains, allowDownload }) =>
      step('setSettings', async () => {
        const { visibility } = await db.selectFrom('videos').select('visibility').where('id', '=', id).executeTakeFirstOrThrow()
        if (embedDomains?.includes('no site')) throw new Failure('INVALID_INPUT', 'That is no site.')
        set.push({ visibility, embedDomains, allowDownload })
      }),
    addCaption: (id, { language, label }, content) =>
      step('addCaption', () => {
        const values = {
          id: newId(),
          video_id: id,
          language,
          label,
          source: 'uploaded' as const,
          content,
          bytes: 1,
          is_default: false,
        }
        return db.insertInto('captions').values(values).execute()
      }),
    setThumbnail: async () => {},
    startJob: (_userId, { id, s3Key, visibility }) =>
      step('startJob', async () => {
        const values = { id, user_id: userId, input_source: s3Key, output_formats: ['480p' as const], status: 'PENDING' as const }
        await db
          .insertInto('jobs')
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await db.updateTable('videos').set({ visibility }).where('id', '=', id).execute()
      }),
  }
  return { deps, fetched, set }
}

const createImport = () => createTask(db, { userId, kind: 'import', title: 'Import', request: {} })
const take = (deps: ImportDeps, taskId: string, signal = new AbortController().signal) =>
  takeItem(deps, { taskId, userId, request, keepId: async () => {} }, item, signal)
const signalOf = () => new AbortController().signal
const videos = () => db.selectFrom('videos').select(['id', 'visibility']).where('user_id', '=', userId).execute()
const count = async (table: 'captions' | 'jobs' | 'old_addresses') =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

const steps = ['download', 'takeFile', 'confirm', 'describe', 'addCaption', 'startJob'].flatMap((name) => [
  `before ${name}`,
  `after ${name}`,
])

test.each(steps)('a process that dies %s makes no second video', async (deadly) => {
  const taskId = await createImport()
  let isDead = false
  const { deps } = createDeps((step) => {
    if (isDead || step !== deadly) return
    isDead = true
    throw new Error('killed')
  })
  await expect(take(deps, taskId)).rejects.toThrow('killed')
  expect((await videos()).every(({ visibility }) => visibility === 'private' || deadly === 'after startJob')).toBe(true)
  const result = await take(deps, taskId)
  const [video, ...others] = await videos()
  expect(result).toEqual({ status: 'done', videoId: video?.id })
  expect([others, video?.visibility]).toEqual([[], 'public'])
  expect([await count('captions'), await count('jobs'), await count('old_addresses')]).toEqual([1, 1, 1])
  // The order of ids is that of the original dates.
  expect(video && video.id < newId(Date.parse('2010-01-02'))).toBe(true)
  expect(await take(deps, taskId)).toEqual({ status: 'done', videoId: video?.id })
  expect(await take(deps, await createImport())).toMatchObject({ status: 'skipped', videoId: video?.id })
  expect(await readdir(scratch)).toEqual([])
})

test.each([
  ['public', 'school.example', 'public', undefined],
  ['public', 'no site', 'private', 'It is private here, because its settings could not be taken over: That is no site.'],
  ['private', 'school.example', 'private', undefined],
] as const)('what may be saved and embedded is set before a video is %s for %s', async (visibility, site, becomes, reason) => {
  const { deps, set } = createDeps(() => {})
  const limited: ImportItem = { ...item, visibility: 'private', settings: { allowDownload: false, embedDomains: [site], visibility } }
  const taken = await takeItem(deps, { taskId: await createImport(), userId, request, keepId: async () => {} }, limited, signalOf())
  expect([taken.reason, (await videos()).map((video) => video.visibility)]).toEqual([reason, [becomes]])
  if (reason === undefined) expect(set).toEqual([{ visibility: 'private', embedDomains: [site], allowDownload: false }])
})

test('what its owner should know about a video is in the report', async () => {
  const { deps } = createDeps(() => {})
  const taking = { taskId: await createImport(), userId, request, keepId: async () => {} }
  expect(await takeItem(deps, taking, { ...item, notes: ['It had a password.'] }, signalOf())).toMatchObject({
    reason: 'It had a password.',
  })
})

test.each([
  ['the video', 0],
  ['its captions', 1],
])(
  'an archive whose link has expired ends the import with one sentence when %s is fetched, and the next one goes on',
  async (_what, at) => {
    const { deps } = createDeps(() => {})
    const part = (start: number) => ({
      from: 'url' as const,
      url: 'https://other.example/exports/1/a.b/all.tar',
      range: { start, size: 5 },
    })
    const archived: ImportItem = { ...item, source: part(0), captions: [{ language: 'en', source: part(5) }] }
    const refuse: ImportDeps['download'] = async (address, path, options) => {
      if ((options.range?.start ?? 0) / 5 >= at) throw new Failure('INVALID_SOURCE', 'Status 404.', { extra: { status: 404 } })
      await deps.download(address, path, options)
    }
    const taking = async (download: ImportDeps['download']) =>
      takeItem({ ...deps, download }, { taskId: await createImport(), userId, request, keepId: async () => {} }, archived, signalOf())
    const failing = taking(refuse)
    await expect(failing).rejects.toBeInstanceOf(TaskFailure)
    await expect(failing).rejects.toThrow('The link of this export has expired')
    await db.updateTable('tasks').set({ status: 'failed', ended_at: new Date() }).execute()
    expect(await taking(deps.download)).toMatchObject({ status: 'done' })
    expect([(await videos()).length, await count('captions')]).toEqual([1, 1])
  },
)

test('Watch later of an export is added to the one that is there, unless its owner has switched it off', async () => {
  const { deps } = createDeps(() => {})
  await take(deps, await createImport())
  const later = { key: 'archive:later', title: 'Watch later', description: '', visibility: 'private' as const, videoKeys: [item.key] }
  const lists = () => db.selectFrom('playlists').select(['kind', 'title']).where('user_id', '=', userId).execute()
  await db.updateTable('users').set({ keeps_history: false }).execute()
  expect([await takePlaylist(db, userId, { ...later, kind: 'watch-later' as const }), await lists()]).toEqual([false, []])
  await db.updateTable('users').set({ keeps_history: true }).execute()
  for (let time = 0; time < 2; time += 1) expect(await takePlaylist(db, userId, { ...later, kind: 'watch-later' as const })).toBe(true)
  expect(await lists()).toEqual([{ kind: 'watch-later', title: 'Watch later' }])
  expect(await db.selectFrom('playlist_videos').select('video_id').execute()).toHaveLength(1)
})

const tablesOfImports = ['tasks', 'task_items', 'imported_sources', 'uploads', 'videos', 'captions', 'jobs', 'old_addresses'] as const
const rowsLeft = async () => {
  const found = await Promise.all(tablesOfImports.map(async (table) => [table, (await db.selectFrom(table).selectAll().execute()).length]))
  return found.filter(([, rows]) => rows !== 0)
}

test.each(steps)('an account that is deleted %s leaves nothing behind', async (moment) => {
  const taskId = await createImport()
  const { deps } = createDeps(async (step) => {
    if (step === moment) await db.deleteFrom('users').where('id', '=', userId).execute()
  })
  await take(deps, taskId).catch(() => {})
  expect([await rowsLeft(), await readdir(scratch)]).toEqual([[], []])
})

const fullDisk = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

test.each(['before download', 'before takeFile', 'after takeFile'])(
  'a disk that is full %s is said in the report, leaves nothing behind, and the next import takes it',
  async (moment) => {
    let isFull = true
    const { deps } = createDeps((step) => {
      if (isFull && step === moment) throw fullDisk()
    })
    const kind = importKind(deps)
    const task = { id: await createImport(), userId, request: sealRequest(request, deps.secrets), keep: async () => {} }
    const listed = { number: 1, key: item.key, label: item.label, details: sealItem(item, deps.secrets), videoId: null }
    const { signal } = new AbortController()
    await expect(kind.run(task, listed, signal)).rejects.toMatchObject({
      constructor: Failure,
      message: 'The disk of the server is full. Run the import again when there is space.',
    })
    expect([await rowsLeft(), await readdir(scratch)]).toEqual([[['tasks', 1]], []])
    isFull = false
    expect(await kind.run({ ...task, id: await createImport() }, listed, signal)).toMatchObject({ status: 'done' })
  },
)

test('a source that cannot be listed because the disk is full ends the import with that sentence', async () => {
  const { deps } = createDeps(() => {})
  const kind = importKind({ ...deps, download: () => Promise.reject(fullDisk()) })
  const feed: ImportRequest = { kind: 'feed', url: 'https://cast.example/feed', ...shared }
  const task = { id: await createImport(), userId, request: sealRequest(feed, deps.secrets), keep: async () => {} }
  const listing = kind.list(task, null, new AbortController().signal)[Symbol.asyncIterator]()
  await expect(listing.next()).rejects.toMatchObject({
    constructor: Failure,
    message: expect.stringContaining('disk of the server is full'),
  })
  expect(await readdir(scratch)).toEqual([])
})

test('what was tried several times in vain is released at the end of the import, with its upload', async () => {
  const { deps } = createDeps((step) => {
    if (step === 'before confirm') throw new Error('out of order')
  })
  const kind = importKind(deps)
  const task = { id: await createImport(), userId, request: sealRequest(request, deps.secrets), keep: async () => {} }
  const { signal } = new AbortController()
  await expect(kind.run(task, { number: 1, key: item.key, label: item.label, details: item, videoId: null }, signal)).rejects.toThrow(
    'out of order',
  )
  expect(await rowsLeft()).toEqual([
    ['tasks', 1],
    ['imported_sources', 1],
    ['uploads', 1],
  ])
  await kind.finish?.(task, signal)
  expect(await rowsLeft()).toEqual([['tasks', 1]])
})

test('what another running import takes is left to it, and taken over when that has ended', async () => {
  const [first, second] = [await createImport(), await createImport()]
  let isBroken = true
  const { deps, fetched } = createDeps((step) => {
    if (isBroken && step === 'before confirm') throw new Error('killed')
  })
  await expect(take(deps, first)).rejects.toThrow('killed')
  isBroken = false
  expect(await take(deps, second)).toEqual({ status: 'skipped', reason: 'Another of your imports is taking this one.' })
  await db.updateTable('tasks').set({ status: 'cancelled', ended_at: new Date() }).where('id', '=', first).execute()
  expect((await take(deps, second)).status).toBe('done')
  expect([(await videos()).length, fetched.filter((address) => address.endsWith('a.mp4')).length]).toEqual([1, 2])
})

test('an import that is stopped late takes nothing from the one that goes on with it', async () => {
  const [first, second] = [await createImport(), await createImport()]
  const stopping = new AbortController()
  const uploads = () => db.selectFrom('uploads').select('id').where('user_id', '=', userId).execute()
  /** What happens while the first one is between its upload and its video, before it notices that it has to stop. */
  let meanwhile = async () => {}
  const { deps } = createDeps(() => {})
  const late = {
    ...deps,
    confirm: async () => {
      await meanwhile()
      stopping.abort()
      throw new Error('stopped')
    },
  }
  // Another worker has the same import.
  await expect(take(late, first, stopping.signal)).rejects.toThrow('stopped')
  expect(await uploads()).toHaveLength(1)
  expect(await db.selectFrom('imported_sources').select('key').execute()).toHaveLength(1)
  // It was cancelled, and the next import has taken over the same claim.
  meanwhile = async () => {
    await db.updateTable('tasks').set({ status: 'cancelled', ended_at: new Date() }).where('id', '=', first).execute()
    await db.updateTable('imported_sources').set({ task_id: second }).execute()
  }
  await expect(take(late, first, stopping.signal)).rejects.toThrow()
  expect(await uploads()).toHaveLength(1)
})

test('a refusal leaves nothing behind, and what is missing beside the video is said', async () => {
  const taskId = await createImport()
  const { deps } = createDeps(() => {})
  const full = { ...deps, confirm: () => Promise.reject(new Failure('QUOTA_REACHED', 'Your storage is full.')) }
  await expect(take(full, taskId)).rejects.toThrow('Your storage is full.')
  const uploads = await db.selectFrom('uploads').select('id').where('user_id', '=', userId).execute()
  const claims = await db.selectFrom('imported_sources').select('key').where('user_id', '=', userId).execute()
  expect([uploads, claims]).toEqual([[], []])
  const silent = { ...deps, addCaption: () => Promise.reject(new Failure('INVALID_INPUT', 'Line 1: no time.')) }
  expect(await take(silent, taskId)).toMatchObject({ status: 'done', reason: 'Captions (English): Line 1: no time.' })
})

test('captions of one language of which the first are refused are not there twice when an import goes on', async () => {
  const taskId = await createImport()
  let isDead = false
  const { deps } = createDeps((step) => {
    if (isDead || step !== 'after addCaption') return
    isDead = true
    throw new Error('killed')
  })
  const en = (name: string) => ({ language: 'en', source: { from: 'url' as const, url: `https://files.example/${name}.vtt` } })
  const captioned = { ...item, captions: [en('broken'), en('whole')] }
  const { addCaption } = deps
  deps.addCaption = (id, caption, content) =>
    caption.label === 'English' ? Promise.reject(new Failure('INVALID_INPUT', 'Line 1: no time.')) : addCaption(id, caption, content)
  const taking = { taskId, userId, request, keepId: async () => {} }
  const { signal } = new AbortController()
  await expect(takeItem(deps, taking, captioned, signal)).rejects.toThrow('killed')
  expect(await takeItem(deps, taking, captioned, signal)).toMatchObject({ status: 'done', reason: 'Captions (English): Line 1: no time.' })
  expect(await db.selectFrom('captions').select(['language', 'label']).execute()).toEqual([{ language: 'en', label: 'English 2' }])
})

test.each<ImportRequest>([
  { kind: 'peertube', url: 'https://tube.example', token: 'hush', ...shared },
  { kind: 'feed', url: 'https://cast.example/feed?auth=hush', ...shared },
  { kind: 'archive', url: 'https://video.example/exports/1/hush/ada.tar', ...shared },
  { kind: 'urls', list: 'https://ada:hush@files.example/a.mp4', ...shared },
])('keys, tokens and links of a request ($kind) are not in the database as they are', (asked) => {
  const secrets = createImportSecrets('secret')
  const stored = sealRequest(asked, secrets)
  expect(JSON.stringify(stored)).not.toContain('hush')
  expect(openRequest(stored, secrets)).toEqual(asked)
  expect(openRequest(stored, createImportSecrets('another'))).toBeUndefined()
  // As earlier versions have stored it.
  if (asked.kind !== 'peertube') expect(openRequest({ request: asked }, secrets)).toEqual(asked)
})

test('links of an item are not in the database as they are; what an earlier version has listed is still read', () => {
  const secrets = createImportSecrets('secret')
  const link = { from: 'url' as const, url: 'https://files.example/a.mp4?token=hush' }
  const secretParts: Partial<ImportItem>[] = [
    { source: link },
    { thumbnail: link },
    { captions: [{ language: 'en', source: link }] },
    { formerKey: 'url:hush' },
  ]
  for (const parts of secretParts) {
    const listed: ImportItem = { ...emptyItem('url:a', 'a'), title: 'A', ...parts }
    const stored = sealItem(listed, secrets)
    expect(JSON.stringify(stored)).not.toContain('hush')
    expect([stored.title, openItem(stored, secrets), openItem(stored, createImportSecrets('another'))]).toEqual(['A', listed, undefined])
  }
  expect(openItem(item, secrets)).toEqual(item)
  const place = 'https://cast.example/feed?auth=hush&page=2'
  expect(JSON.stringify(sealPlace(place, secrets))).not.toContain('hush')
  expect([place, 7, null].map((each) => openPlace(sealPlace(each, secrets), secrets))).toEqual([place, 7, null])
  expect([openPlace(place, secrets), openPlace(sealPlace(place, secrets), createImportSecrets('another'))]).toEqual([place, null])
})

test.each([
  ['https://ada:hush@files.example/a.mp4?token=hush#hush', 'https://files.example/a.mp4?…'],
  ['https://files.example/a.mp4', 'https://files.example/a.mp4'],
  ['ftp://ada:hush@files.example/a.mp4', 'ftp://files.example/a.mp4'],
  ['an entry of a feed', 'an entry of a feed'],
])('%s is shown as %s', (link, shown) => {
  expect(shownLink(link)).toBe(shown)
})

test('an import that is cancelled between its claim and its first note leaves no claim', async () => {
  const taskId = await createImport()
  const keepId = async () => {
    await db.updateTable('tasks').set({ status: 'cancelled', ended_at: new Date() }).where('id', '=', taskId).execute()
    throw new Error('The task has ended.')
  }
  const { signal } = new AbortController()
  await expect(takeItem(createDeps(() => {}).deps, { taskId, userId, request, keepId }, item, signal)).rejects.toThrow(
    'The task has ended.',
  )
  expect(await db.selectFrom('imported_sources').select('key').where('task_id', '=', taskId).execute()).toEqual([])
})

test('an import goes on no longer when an admin disables the account', async () => {
  const secrets = createImportSecrets('s'.repeat(32))
  const { deps, fetched } = createDeps(() => {})
  const kind = importKind({ ...deps, secrets })
  const task = { id: await createImport(), userId, request: sealRequest(request, secrets), keep: async () => {} }
  await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute()
  const { signal } = new AbortController()
  const run = kind.run(task, { number: 1, key: item.key, label: item.label, details: item, videoId: null }, signal)
  await expect(run).rejects.toThrow('The account that asked for this is disabled.')
  await expect(kind.list(task, null, signal)[Symbol.asyncIterator]().next()).rejects.toThrow('disabled')
  expect([fetched, await videos()]).toEqual([[], []])
})
