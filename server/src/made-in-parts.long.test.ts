import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type PartSizes, usualSizes } from '@video-forge/media/planning/part-plan'
import { factsVersion, type SourceFacts } from '@video-forge/media/probing/source-facts'
import { findFfmpeg } from '@video-forge/media/run/ffmpeg/find-ffmpeg'
import { openMediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { probeFile } from '@video-forge/media/run/inspect/probe-file'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../testing/services/test-database.ts'
import { silentLog } from '../testing/silent-log.ts'
import { createLiveStreams } from './gallery/playback/live-stream.ts'
import { deleteDiscardedFiles } from './jobs/delete-discarded-files.ts'
import { deletePlayedParts } from './jobs/delete-played-parts.ts'
import { createPartLedger, type Part, type PartLedger } from './pipeline/parts/part-ledger.ts'
import { createWorkHandler } from './pipeline/parts/work-handler.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { createWorkLedger } from './pipeline/work-ledger.ts'
import { ContentHash } from './platform/content/content-hash.ts'
import type { Database } from './platform/database/database.ts'
import { newId } from './platform/database/new-id.ts'
import type { PartRecipe } from './platform/database/tables/part-tables.ts'
import type { WorkHandler } from './platform/queue/queue.ts'
import { createLocalCopies } from './platform/storage/file-copies.ts'
import { type LocalStorage, openLocalStorage } from './platform/storage/local-storage.ts'
import { type Storage, StorageUnavailable } from './platform/storage/storage.ts'

const run = promisify(execFile)
const mediaTools = await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
const seconds = 12
const rate = 15
const frames = seconds * rate
/** Of audio that ends before the pictures. */
const shortSeconds = 5

let folder: string
let database: Database
let storage: LocalStorage
let userId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vf-parts-'))
  database = await openTestDatabase()
  storage = await openLocalStorage({ folder: join(folder, 'storage'), linkBase: '/files', secret: 'a secret of this test' })
  userId = newId()
  const name = 'maker'
  const row = {
    id: userId,
    username: name,
    username_key: name,
    email: 'm@example.com',
    email_key: 'm@example.com',
    groups: ['user' as const],
  }
  await database.db.insertInto('users').values(row).execute()
  const picture = (size: string) => [
    ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=d=${seconds}`],
  ]
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv422p', '-g', String(2 * rate), '-c:a', 'aac']
  await run('ffmpeg', ['-v', 'error', ...picture('64x36'), ...coding, join(folder, 'source.mp4')])
  // Large enough that it is still being encoded when its first checkpoint is saved.
  await run('ffmpeg', [
    '-v',
    'error',
    ...picture('320x180'),
    '-vf',
    'scale=640:360',
    '-c:v',
    'mpeg4',
    '-q:v',
    '5',
    '-c:a',
    'pcm_s16le',
    join(folder, 'source.avi'),
  ])
  const indexFirst = ['-c:v', 'copy', '-c:a', 'aac', '-movflags', '+faststart']
  await run('ffmpeg', ['-v', 'error', '-i', join(folder, 'source.avi'), ...indexFirst, join(folder, 'index-first.mp4')])
  for (const source of ['source.mp4', 'source.avi']) {
    const early = ['-af', `atrim=end=${shortSeconds}`, '-c:v', 'copy', '-c:a', source.endsWith('mp4') ? 'aac' : 'pcm_s16le']
    await run('ffmpeg', ['-v', 'error', '-i', join(folder, source), ...early, join(folder, `early-${source}`)])
  }
  await makeLacking(join(folder, 'lacking.avi'))
  await makeDamaged(join(folder, 'damaged.mp4'))
  await run('ffmpeg', ['-v', 'error', '-i', join(folder, 'damaged.mp4'), '-c', 'copy', join(folder, 'damaged.flv')])
  const copyable = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '30', '-pix_fmt', 'yuv420p', '-g', String(2 * rate)]
  await run('ffmpeg', ['-v', 'error', ...picture('720x720'), ...copyable, '-c:a', 'pcm_s16le', join(folder, 'copied.mkv')])
  await run('ffmpeg', ['-v', 'error', ...picture('720x720'), ...copyable, '-c:a', 'aac', join(folder, 'copied.flv')])
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const lackingFrames = 24

/** A file whose index names frames that are not there. ffmpeg skips the place without a word. */
async function makeLacking(path: string): Promise<void> {
  const bytes = await readFile(join(folder, 'source.avi'))
  const [movi, index] = [bytes.indexOf('movi'), bytes.lastIndexOf('idx1') + 8]
  const places = Array.from({ length: (bytes.length - index) >> 4 }, (_, entry) => index + entry * 16)
  const keys = places.filter((at) => bytes.toString('latin1', at, at + 4) === '00dc' && bytes.readUInt32LE(at + 4) & 0x10)
  // Groups have twelve frames.
  const [from, to] = [5, 5 + lackingFrames / 12].map((group) => movi + bytes.readUInt32LE((keys[group] ?? 0) + 8))
  await writeFile(path, bytes.fill(0, from, to))
}

/** What would be copied, but for some pictures in its middle, after those that are decoded for the plan. */
async function makeDamaged(path: string): Promise<void> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=720x720:rate=8:duration=14']
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '30', '-pix_fmt', 'yuv420p', '-g', '8']
  await run('ffmpeg', ['-v', 'error', ...picture, ...coding, path])
  const wanted = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time,size,pos,flags', '-of', 'json']
  const { stdout } = await run('ffprobe', ['-v', 'error', ...wanted, path])
  const { packets } = JSON.parse(stdout) as { packets: { pts_time: string; size: string; pos: string; flags: string }[] }
  const bytes = await readFile(path)
  for (const { pts_time, size, pos, flags } of packets) {
    if (flags.startsWith('K') || Number(pts_time) < 9.3 || Number(pts_time) > 9.8) continue
    // Most other bytes decode to something, without an error.
    bytes.fill(0, Number(pos) + (Number(size) >> 2), Number(pos) + Number(size))
  }
  await writeFile(path, bytes)
}

async function addJob(source = 'source.mp4', formats: ('720p' | '480p')[] = ['480p']): Promise<string> {
  const id = newId()
  const key = `videos/${id}/original/${source}`
  await storage.put(key, Readable.from(await readFile(join(folder, source))))
  const { db } = database
  const video = { id, user_id: userId, title: 'clip', visibility: 'public', status: 'processing', original_key: key } as const
  await db.insertInto('videos').values(video).execute()
  const job = { id, user_id: userId, input_source: key, output_formats: formats, status: 'PENDING' } as const
  await db.insertInto('jobs').values(job).execute()
  return id
}

interface Worker {
  handle: WorkHandler
  called: string[]
  puts: string[]
  /** Its checkpoints, on the renditions' clock. */
  kept: { from: number; to: number | undefined }[]
}

/** A worker with everything of its own but the database and the storage. `help` gets what it calls out. */
async function worker(
  help: (ids: readonly string[]) => void = () => {},
  trouble: {
    putFile?: (key: string) => Promise<void> | undefined
    unsplit?: PartLedger['unsplit']
    finish?: PartLedger['finish']
    partSizes?: PartSizes
    /** The storage is elsewhere, and answers so. */
    get?: Storage['get']
  } = {},
): Promise<Worker> {
  const scratch = await mkdtemp(join(folder, 'scratch-'))
  const [called, puts]: [string[], string[]] = [[], []]
  const kept: Worker['kept'] = []
  const partLedger = createPartLedger(database.db)
  const saveCheckpoint: typeof partLedger.saveCheckpoint = (claim, checkpoint) => {
    kept.push(checkpoint)
    return partLedger.saveCheckpoint(claim, checkpoint)
  }
  const watched = {
    ...storage,
    putFile: async (key: string, path: string) => {
      puts.push(key)
      await trouble.putFile?.(key)
      return storage.putFile(key, path)
    },
  }
  const { unsplit = partLedger.unsplit, finish = partLedger.finish } = trouble
  const remote = trouble.get && { ...storage, get: trouble.get, localPath: () => undefined }
  const copies = createLocalCopies(remote ?? storage, { scratch, idleMs: 60_000, readsAddresses: async () => true })
  const encoderDeps = {
    partLedger: { ...partLedger, saveCheckpoint, unsplit, finish },
    storage: watched,
    mediaTools,
    scratch,
    log: silentLog,
    leading: new Set<string>(),
    // Small pictures are encoded fast, so that the usual interval would miss them.
    checkpointIntervalMs: 20,
  }
  const pipeline = createPipeline({
    ...encoderDeps,
    copies,
    ledger: createWorkLedger(database.db),
    encodingSpeed: { remember: async () => {}, now: async () => 1 },
    sample: async () => '',
    ownClip: () => undefined,
    maxUploadBytes: 1e9,
    allowPrivateSources: false,
    shareOriginal: async () => {},
    callForHelp: async (ids) => {
      called.push(...ids)
      help(ids)
    },
    partSizes: trouble.partSizes ?? { minToSplit: 0, minPart: 0, maxPart: 100 },
  })
  return { handle: createWorkHandler(encoderDeps, copies, pipeline), called, puts, kept }
}

const never = new AbortController().signal
const ledger = () => createPartLedger(database.db)
const statusOf = async (id: string) =>
  (await database.db.selectFrom('jobs').select(['status', 'progress']).where('id', '=', id).executeTakeFirstOrThrow()).status
const splits = (id: string) => database.db.selectFrom('job_splits').selectAll().where('job_id', '=', id).execute()

async function rendition(id: string, type: 'TRANSCODE_480' | 'TRANSCODE_720' = 'TRANSCODE_480'): Promise<string> {
  const asset = database.db.selectFrom('assets').select('storage_key').where('job_id', '=', id).where('asset_type', '=', type)
  return storage.localPath((await asset.executeTakeFirstOrThrow()).storage_key) ?? ''
}

/** Every picture and every second of sound is in the rendition. */
async function expectWhole(id: string, audioSeconds = seconds): Promise<void> {
  expect(await statusOf(id)).toBe('COMPLETED')
  const counted = ['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames,duration', '-of', 'json']
  const { stdout } = await run('ffprobe', [...counted, await rendition(id)])
  const { streams } = JSON.parse(stdout) as { streams: { codec_type: string; nb_read_frames: string; duration: string }[] }
  expect(streams.find(({ codec_type }) => codec_type === 'video')?.nb_read_frames).toBe(String(frames))
  // Some containers keep the silence with which an encoder begins.
  expect(Math.abs(Number(streams.find(({ codec_type }) => codec_type === 'audio')?.duration) - audioSeconds)).toBeLessThan(0.1)
  await expectPlayable(id)
  await endWatching(id)
  expect(await splits(id)).toEqual([])
}

/** A viewer of the checkpoints gets all of them, also after the end of the job. */
async function expectPlayable(id: string): Promise<void> {
  const live = await createLiveStreams(database.db)(id)
  for (const track of live ? [...live.renditions, ...(live.audio ? [live.audio] : [])] : []) {
    expect(track.isComplete).toBe(true)
    expect(track.seconds).toBeCloseTo(seconds, 0)
    for (const chunk of track.chunks) {
      if ('key' in chunk) expect((await storage.head(chunk.key))?.size).toBe(chunk.bytes)
      else for (const { key, from, bytes } of chunk.ranges) expect((await storage.head(key))?.size).toBeGreaterThanOrEqual(from + bytes)
    }
  }
}

/** What people watch after the job is one pass over the whole source, which was found not to fit together from parts. */
async function expectOnePassFromStart(id: string): Promise<void> {
  expect((await splits(id))[0]?.recipe.facts.isUnsplittable).toBe(true)
  const segments = (await ledger().parts(id)).filter(({ segment }) => segment)
  expect(segments.map(({ checkpoints }) => checkpoints[0]?.from)).toEqual([0])
}

const sameFile = async (one: string, other: string) => (await stat(one)).ino === (await stat(other)).ino

/** As if the job had ended so long ago that nobody watches its checkpoints any more. */
async function endWatching(id: string): Promise<void> {
  await sql`update jobs set finished_at = now() - interval '2 hours' where id = ${id}`.execute(database.db)
  await deletePlayedParts(database.db)
}

describe('a job that is encoded in parts', { timeout: 300_000 }, () => {
  test('is shared with other workers, and leaves nothing behind', async () => {
    const id = await addJob()
    const helper = await worker()
    const helping: Promise<void>[] = []
    const lead = await worker((ids) => {
      // From the back, so that the two do not meet.
      for (const part of [...ids].reverse()) helping.push(helper.handle(part, never))
    })
    await lead.handle(id, never)
    await Promise.all(helping)
    await expectWhole(id)
    expect(lead.puts.filter((key) => key.includes('/parts-')).length).toBeGreaterThan(0)
    expect(helper.puts.length).toBeGreaterThan(0)
    const discarded = await database.db
      .selectFrom('discarded_files')
      .select('prefix')
      .where('prefix', 'like', `videos/${id}/parts-%`)
      .execute()
    expect(discarded).toHaveLength(1)
  })

  test.each(['early-source.mp4', 'early-source.avi'])('has no end of its audio to wait for while it is watched: %s', async (source) => {
    const id = await addJob(source)
    await (await worker()).handle(id, never)
    await expectWhole(id, shortSeconds)
  })

  // ffmpeg does not seek in FLV, so what is encoded of it is one part.
  test.each(['copied.mkv', 'copied.flv'])('has its copied format to play before the others are encoded: %s', async (source) => {
    const id = await addJob(source, ['720p', '480p'])
    const named = (pattern: RegExp) => lead.puts.findIndex((key) => key.includes('/parts-') && pattern.test(key))
    const [thumbnails, pictures] = [/storyboard\.jpg$/, /checkpoint-\d+-480p\.mp4$/]
    const untilMade = (pattern: RegExp) => vi.waitFor(() => expect(named(pattern)).toBeGreaterThan(-1), { timeout: 60_000, interval: 20 })
    const putFile = async (key: string) => {
      // Viewers of the copy need not wait for the other formats to see thumbnails, nor for these where both are made at once.
      if (pictures.test(key)) await untilMade(thumbnails)
      if (thumbnails.test(key) && source === 'copied.flv') await untilMade(pictures)
    }
    const lead = await worker(undefined, { putFile })
    await lead.handle(id, never)
    expect(named(/video-720p\.mp4$/)).toBeGreaterThan(-1)
    expect(named(/video-720p\.mp4$/)).toBeLessThan(named(pictures))
    const [copied, encoded] = (await createLiveStreams(database.db)(id))?.renditions ?? []
    expect([copied, encoded].map((one) => [one?.format, one?.isComplete])).toEqual([
      ['720p', true],
      ['480p', true],
    ])
    // Its file is stored once: what is published is the same.
    const ranges = copied?.chunks.flatMap((chunk) => ('ranges' in chunk ? chunk.ranges : [])) ?? []
    const { key } = ranges.find((range) => range.key.endsWith('video-720p.mp4')) ?? { key: '' }
    expect(await sameFile(storage.localPath(key) ?? '', await rendition(id, 'TRANSCODE_720'))).toBe(true)
    await expectWhole(id)
  })

  test('resumes where its worker stopped, and encodes nothing twice', async () => {
    const id = await addJob()
    const stopping = new AbortController()
    const first = await worker()
    const working = first.handle(id, stopping.signal).catch(() => {})
    const done = await vi.waitFor(
      async () => {
        const parts = (await ledger().parts(id)).filter(({ state }) => state === 'done')
        if (parts.length < 2) throw new Error('not yet')
        return parts.map(({ number }) => number)
      },
      { timeout: 120_000, interval: 20 },
    )
    stopping.abort()
    await working
    expect(await statusOf(id)).toBe('PENDING')

    const second = await worker()
    await second.handle(id, never)
    await expectWhole(id)
    for (const number of done) expect(second.puts.filter((key) => key.includes(`/${number}-`))).toEqual([])
  })

  test('takes a part over from a worker that fell silent, whose late writes count for nothing', async () => {
    const id = await addJob()
    let zombie: Awaited<ReturnType<ReturnType<typeof ledger>['lease']>>
    const lead = await worker(() => {})
    const stopping = new AbortController()
    const working = lead.handle(id, stopping.signal).catch(() => {})
    await vi.waitFor(
      async () => {
        const last = (await ledger().parts(id)).at(-1)
        zombie = last && (await ledger().lease(id, last.number))
        expect(zombie).toBeDefined()
      },
      { timeout: 120_000, interval: 20 },
    )
    if (!zombie) throw new Error('no part was taken')
    expect(await ledger().lease(id, zombie.number)).toBeUndefined()
    await database.db
      .updateTable('job_parts')
      .set({ seen_at: new Date(Date.now() - 60_000) })
      .where('number', '=', zombie.number)
      .execute()
    await working
    await expectWhole(id)
    const late = { from: 0, to: 1, frames: 1, keys: [] }
    expect(await ledger().saveCheckpoint(zombie, late)).toBe(false)
    expect(await ledger().finish(zombie, { files: [], ssim: [], frames: 0, cpuSeconds: 0, decodeErrors: 0 })).toBe(false)
  })

  test('resumes after the last checkpoint of a part', async () => {
    const id = await addJob()
    const lead = await worker()
    const stopping = new AbortController()
    const working = lead.handle(id, stopping.signal).catch(() => {})
    const done = await vi.waitFor(
      async () => {
        const found = (await ledger().parts(id)).find(({ checkpoints, state }) => checkpoints.length > 0 && state === 'done')
        if (!found) throw new Error('not yet')
        return found
      },
      { timeout: 120_000, interval: 10 },
    )
    stopping.abort()
    await working
    // As if its worker had died right after the first checkpoint.
    const [kept] = done.checkpoints
    await database.db
      .updateTable('job_parts')
      .set({ state: 'waiting', pieces: JSON.stringify([kept]) })
      .where('job_id', '=', id)
      .where('number', '=', done.number)
      .execute()
    await (await worker()).handle(id, never)
    await expectWhole(id)
  })

  /** A job whose worker was stopped when one of its segments was done. */
  async function leftWithOneSegment(): Promise<{ id: string; done: Part }> {
    const id = await addJob()
    const stopping = new AbortController()
    const working = (await worker()).handle(id, stopping.signal).catch(() => {})
    const find = async () => (await ledger().parts(id)).find(({ checkpoints, state }) => checkpoints.length > 0 && state === 'done')
    const done = await vi.waitFor(async () => (await find()) ?? Promise.reject(new Error('not yet')), { timeout: 120_000, interval: 10 })
    stopping.abort()
    await working
    return { id, done }
  }

  test('makes again, alone, what is lost of a finished part', async () => {
    const { id, done } = await leftWithOneSegment()
    await storage.deleteAll(done.checkpoints[0]?.keys[0]?.key ?? 'nothing')
    const next = await worker()
    await next.handle(id, never)
    await expectWhole(id)
    expect(next.puts.some((key) => key.includes(`/${done.number}-2/`))).toBe(true)
  })

  test('is encoded in one pass when the decoder had reported errors before its worker died', async () => {
    const { id, done } = await leftWithOneSegment()
    const checkpoints = done.checkpoints
      .slice(0, 1)
      .map((checkpoint) => ({ ...checkpoint, to: (checkpoint.to ?? 0) - rate, decodeErrors: 1 }))
    await database.db
      .updateTable('job_parts')
      .set({ state: 'waiting', pieces: JSON.stringify(checkpoints) })
      .where('job_id', '=', id)
      .where('number', '=', done.number)
      .execute()
    const next = await worker()
    await next.handle(id, never)
    await expectWhole(id)
    expect(next.puts.filter((key) => key.includes(`/${done.number}-`))).toEqual([])
  })

  test('starts again when another version left parts that this one cannot continue', async () => {
    const { id, done } = await leftWithOneSegment()
    const [left] = await splits(id)
    await sql`update job_splits set recipe = recipe || '{"version": 0}' where job_id = ${id}`.execute(database.db)
    expect(await ledger().lease(id, done.number + 1)).toBeUndefined()
    await (await worker()).handle(id, never)
    await expectWhole(id)
    const discarded = database.db
      .selectFrom('discarded_files')
      .select('prefix')
      .where('prefix', '=', left?.folder ?? '')
    expect(await discarded.execute()).toHaveLength(1)
  })

  test('rejects writes under leases from before it was split again', async () => {
    const id = await addJob()
    const [part] = [{ kind: 'segment' as const, segment: { from: 0, to: undefined, frames: 1 }, weight: 1 }]
    const jobs = createWorkLedger(database.db)
    const take = async (folder: string) => {
      const claim = await jobs.claim(id)
      if (!claim) throw new Error('the job could not be claimed')
      await ledger().split(claim, { folder, recipe: {} as PartRecipe, hasAudio: false }, [part])
      const taken = await ledger().lease(id, 0, claim)
      if (!taken) throw new Error('the part could not be taken')
      return { claim, taken }
    }
    const before = await take('first/')
    await ledger().unsplit(before.claim, { wasUseful: true })
    const after = await take('second/')
    expect(after.taken.leaseNumber).toBe(before.taken.leaseNumber)
    const checkpoint = { from: 0, to: 1, frames: 1, keys: [] }
    expect(await ledger().saveCheckpoint(before.taken, checkpoint)).toBe(false)
    await ledger().handBack(before.taken)
    expect(await ledger().heartbeat(after.taken, 0.5)).toBe(true)
    // Sent twice, because an answer was lost.
    for (const _ of [1, 2]) expect(await ledger().saveCheckpoint(after.taken, checkpoint)).toBe(true)
    expect((await ledger().parts(id))[0]?.checkpoints).toHaveLength(1)
    // Who leads a job has lost its parts with it, and nobody waits for signs of its life.
    expect(await ledger().lease(id, 0)).toBeUndefined()
    const next = await jobs.claim(id)
    expect((await ledger().parts(id))[0]?.isStale).toBe(true)
    expect(await ledger().lease(id, 0, after.claim)).toBeUndefined()
    expect((await ledger().lease(id, 0, next))?.leaseNumber).toBe(after.taken.leaseNumber + 1)
    expect(await ledger().heartbeat(after.taken, 0.6)).toBe(false)
    // A helper has not.
    await database.db.updateTable('job_parts').set({ state: 'waiting' }).where('job_id', '=', id).execute()
    expect(await ledger().lease(id, 0)).toBeDefined()
    expect(await ledger().lease(id, 0, await jobs.claim(id))).toBeUndefined()
    await database.db.updateTable('jobs').set({ status: 'CANCELLED' }).where('id', '=', id).execute()
  })

  test('is encoded in one pass, which can be watched and resumed, when a part cannot be encoded', async () => {
    const id = await addJob('index-first.mp4')
    await (await worker(() => failOnePart(id))).handle(id, never)
    await expectOnePassFromStart(id)
    await expectWhole(id)
  })

  test('keeps in mind which of its attempts were useful when its parts are given up', async () => {
    const id = await addJob()
    const jobs = createWorkLedger(database.db)
    await database.db.updateTable('jobs').set({ attempts: 6 }).where('id', '=', id).execute()
    const claim = await jobs.claim(id)
    if (!claim) throw new Error('the job could not be claimed')
    const useful = async () => [await jobs.usefulAttempt(claim), (await jobs.claim(id))?.usefulAttempt]
    const split = { folder: 'useful/', recipe: {} as PartRecipe, hasAudio: false }
    const part = { kind: 'segment' as const, segment: { from: 0, to: undefined, frames: 1 }, weight: 1 }
    await ledger().split(claim, split, [part])
    const taken = await ledger().lease(id, 0, claim)
    if (!taken) throw new Error('the part could not be taken')
    await ledger().saveCheckpoint(taken, { from: 0, to: 1, frames: 1, keys: [] })
    await ledger().unsplit(claim, { wasUseful: true })
    expect(await useful()).toEqual([7, 7])
  })

  /** Somebody who helps finds that the last part cannot be made. */
  function failOnePart(id: string): void {
    void ledger()
      .parts(id)
      .then(async (parts) => {
        const claim = await ledger().lease(id, parts.length - 1)
        if (claim) await ledger().fail(claim, { isDamaged: false })
      })
  }

  test('can be watched from its first checkpoint on, and not once it has failed', async () => {
    const id = await addJob()
    await database.db.updateTable('videos').set({ status: 'processing' }).where('id', '=', id).execute()
    const stopping = new AbortController()
    const working = (await worker()).handle(id, stopping.signal).catch(() => {})
    const video = () => database.db.selectFrom('videos').select(['status', 'lacks_pictures']).where('id', '=', id).executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect((await video()).status).toBe('ready'), { timeout: 120_000, interval: 10 })
    const live = await createLiveStreams(database.db)(id)
    expect(live?.renditions.some(({ seconds: made }) => made > 0)).toBe(true)
    expect(live?.audio?.seconds).toBeGreaterThan(0)
    stopping.abort()
    await working
    expect((await video()).status).toBe('ready')
    await database.db.updateTable('jobs').set({ status: 'FAILED' }).where('id', '=', id).execute()
    expect((await video()).status).toBe('failed')
  })

  test('ends for everybody when it is cancelled', async () => {
    const id = await addJob()
    const helper = await worker()
    let helping: Promise<void> | undefined
    const lead = await worker((ids) => {
      helping ??= helper.handle(ids.at(-1) ?? '', never)
      void database.db.updateTable('jobs').set({ status: 'CANCELLED' }).where('id', '=', id).execute()
    })
    await lead.handle(id, never)
    await helping
    expect(await statusOf(id)).toBe('CANCELLED')
    expect(await splits(id)).toEqual([])
    for (const name of await readdir(folder)) if (name.startsWith('scratch-')) expect(await readdir(join(folder, name))).toEqual([])
  })
})

describe('a job whose source is in remote storage', { timeout: 300_000 }, () => {
  /** A job whose source was looked at when it was uploaded. */
  async function addInspectedJob(change = (found: SourceFacts): SourceFacts => found): Promise<string> {
    const id = await addJob('index-first.mp4')
    const facts = change(await probeFile(mediaTools, join(folder, 'index-first.mp4'), never))
    const source_facts = JSON.stringify({ version: factsVersion, facts })
    await database.db.updateTable('videos').set({ source_facts }).where('id', '=', id).execute()
    return id
  }

  /** Sends the first half of an object, waits for `then`, and sends the rest. */
  const halfAtFirst =
    (then: () => Promise<void>): Storage['get'] =>
    async (key, range) => {
      const object = await storage.head(key)
      if (!object || range) return storage.get(key, range)
      const half = Math.round(object.size / 2)
      const stream = Readable.from(
        (async function* () {
          yield* (await storage.get(key, { start: 0, end: half - 1 }))?.stream ?? []
          await then()
          yield* (await storage.get(key, { start: half, end: object.size - 1 }))?.stream ?? []
        })(),
      )
      return { ...object, stream }
    }

  test('is encoded while its source still arrives, and the upload gets its hash on the way', async () => {
    const id = await addInspectedJob()
    await database.db
      .updateTable('jobs')
      .set({ input_source: `uploads/${id}/source.mp4` })
      .where('id', '=', id)
      .execute()
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { handle, kept } = await worker(undefined, { get: halfAtFirst(() => released) })
    const working = handle(id, never)
    await vi.waitFor(() => expect(kept.length).toBeGreaterThan(0), { timeout: 120_000, interval: 10 })
    release()
    await working
    await expectWhole(id)
    const hash = new ContentHash()
    hash.update(await readFile(join(folder, 'index-first.mp4')))
    const video = await database.db.selectFrom('videos').select('content_hash').where('id', '=', id).executeTakeFirst()
    expect(video?.content_hash).toEqual(hash.digest())
  })

  test.each([0, 1])('is read in full before it is encoded again when %i frames were wrongly assumed to be there', async (wrong) => {
    const id = await addInspectedJob(({ video, ...facts }) => {
      const splitPoints = video.splitPoints.map((point) => (point.time > 5 ? { ...point, frames: point.frames + wrong } : point))
      return { ...facts, video: { ...video, frames: video.frames + wrong, splitPoints }, isAssumed: true }
    })
    const { handle, puts } = await worker(undefined, { get: storage.get })
    await handle(id, never)
    const foldersOf = (keys: string[]) => new Set(keys.flatMap((key) => /parts-[^/]+/.exec(key)?.[0] ?? []))
    expect(foldersOf(puts).size).toBe(wrong === 0 ? 1 : 2)
    await expectWhole(id)
  })

  test('is not encoded in the same parts again when all was as assumed, and they do not fit together', async () => {
    const id = await addInspectedJob((facts) => ({ ...facts, isAssumed: true }))
    const fail: PartLedger['finish'] = async (claim) => {
      await ledger().fail(claim, { isDamaged: false })
      return false
    }
    const { handle, puts } = await worker(undefined, { get: storage.get, finish: fail })
    await handle(id, never)
    const [{ folder: split = '' } = {}] = await splits(id)
    expect(new Set(puts.flatMap((key) => /.*parts-[^/]+\//.exec(key)?.[0] ?? [])).size).toBe(2)
    expect(puts.some((key) => key.startsWith(split))).toBe(true)
    await expectOnePassFromStart(id)
    await expectWhole(id)
  })

  test('is not published with what had arrived when the rest cannot be had', async () => {
    const id = await addInspectedJob()
    let isBroken = false
    const halves = halfAtFirst(async () => {
      isBroken = true
      throw new Error('connection lost')
    })
    const get: Storage['get'] = async (key, range) => {
      if (isBroken) throw new StorageUnavailable('The store does not answer.')
      return halves(key, range)
    }
    const { handle } = await worker(undefined, { get })
    await handle(id, never)
    expect(await statusOf(id)).toBe('PENDING')
    await (await worker()).handle(id, never)
    await expectWhole(id)
  })
})

describe('a job that is encoded in one pass', { timeout: 300_000 }, () => {
  const checkpoints = async (id: string) => (await ledger().parts(id)).flatMap((part) => part.checkpoints)

  /** A worker that was stopped when it had saved its first checkpoint. */
  async function stopped(id: string): Promise<Worker> {
    const first = await worker(undefined, { partSizes: usualSizes })
    const stopping = new AbortController()
    const working = first.handle(id, stopping.signal).catch(() => {})
    await vi.waitFor(async () => expect(await checkpoints(id)).not.toEqual([]), { timeout: 120_000, interval: 10 })
    stopping.abort()
    await working
    return first
  }

  test('leaves none of its checkpoints when it is done', async () => {
    const id = await addJob('source.avi')
    const only = await worker()
    await only.handle(id, never)
    expect(only.kept.length).toBeGreaterThan(0)
    await deletePlayedParts(database.db)
    expect(await splits(id), 'for those who watch').toHaveLength(1)
    await deletePlayedParts(database.db, { isDiskShort: true })
    expect(await splits(id), 'while the disk is short').toEqual([])
    await expectWhole(id)
    await deleteDiscardedFiles(database.db, storage)
    const keys = []
    for await (const { key } of storage.list(`videos/${id}/parts-`)) keys.push(key)
    expect(keys).toEqual([])
    const noted = database.db.selectFrom('discarded_files').select('prefix').where('prefix', 'like', `videos/${id}/parts-%`)
    expect(await noted.execute()).toHaveLength(1)
  })

  test('is read in full when frames that the index of its source names are not there', async () => {
    const id = await addJob('lacking.avi')
    const facts = { ...(await probeFile(mediaTools, join(folder, 'source.avi'), never)), isFromIndex: true }
    expect(facts.video.frames).toBe(frames)
    const source_facts = JSON.stringify({ version: factsVersion, facts })
    await database.db.updateTable('videos').set({ source_facts }).where('id', '=', id).execute()
    await (await worker()).handle(id, never)
    expect(await statusOf(id)).toBe('COMPLETED')
    expect((await probeFile(mediaTools, await rendition(id), never)).video.frames).toBe(frames - lackingFrames)
  })

  test('resumes after its last checkpoint', async () => {
    const id = await addJob('source.avi')
    const first = await stopped(id)
    // Nobody has to wait until its worker counts as dead, and the bar does not go back.
    const segment = (await ledger().parts(id)).find((part) => part.segment)
    expect([segment?.state, (segment?.done ?? 0) > 0]).toEqual(['waiting', true])
    const next = await worker()
    await next.handle(id, never)
    await expectWhole(id)
    expect(next.kept[0]?.from).toBe(first.kept.at(-1)?.to)
  })

  test('is not encoded again when all its checkpoints exist, though the source has fewer frames than it says', async () => {
    const id = await addJob('source.avi')
    await stopped(id)
    const second = await worker()
    const stopping = new AbortController()
    const working = second.handle(id, stopping.signal).catch(() => {})
    const find = async () => (await ledger().parts(id)).find(({ segment, state }) => segment && state === 'done')
    const part = await vi.waitFor(async () => (await find()) ?? Promise.reject(new Error('not yet')), { timeout: 120_000, interval: 10 })
    stopping.abort()
    await working
    // As if its worker had died between its last checkpoint and its last report.
    await sql`
      update job_parts set state = 'waiting', outcome = null, stretch = ${JSON.stringify({ ...part.segment, frames: frames + 2 })}::jsonb
      where job_id = ${id} and number = ${part.number}`.execute(database.db)
    const next = await worker()
    await next.handle(id, never)
    expect(next.kept).toEqual([])
    await expectWhole(id)
  })

  test('is not given up while its attempts bring it on', async () => {
    const [useful, useless] = [await addJob('source.avi'), await addJob('source.avi')]
    await stopped(useful)
    expect((await splits(useful))[0]?.useful_attempt).toBe(1)
    await database.db.updateTable('job_splits').set({ useful_attempt: 8 }).where('job_id', '=', useful).execute()
    for (const id of [useful, useless]) {
      await database.db.updateTable('jobs').set({ attempts: 8 }).where('id', '=', id).execute()
      await (await worker()).handle(id, never)
    }
    await expectWhole(useful)
    expect(await statusOf(useless)).toBe('FAILED')
  })

  test('starts again, from its start, when what was joined from them is incomplete', async () => {
    const id = await addJob('source.avi')
    await stopped(id)
    // A second of pictures that nobody has made.
    await sql`
      update job_parts set pieces = jsonb_set(jsonb_set(pieces, '{-1,to}', to_jsonb((pieces->-1->>'to')::int + ${rate}::int)), '{-1,frames}',
        to_jsonb((pieces->-1->>'frames')::int + ${rate}::int))
      where job_id = ${id} and stretch is not null`.execute(database.db)
    const next = await worker()
    await next.handle(id, never)
    await expectOnePassFromStart(id)
    await expectWhole(id)
  })

  test('saves checkpoints again once storage is back', async () => {
    const id = await addJob('source.avi')
    let isUnavailable = true
    const putFile = (key: string) => {
      if (!isUnavailable || !key.includes('/parts-')) return undefined
      isUnavailable = false
      return Promise.reject(new Error('unavailable'))
    }
    const only = await worker(() => {}, { putFile })
    await only.handle(id, never)
    await expectWhole(id)
    expect(only.kept[0]?.from).toBe(0)
  })

  test.each([
    ['when it ends', 'damaged.mp4', usualSizes],
    ['when it is gone on with', 'damaged.mp4', usualSizes],
    ['when its checkpoints cannot be deleted at first', 'damaged.mp4', usualSizes],
    ['when it is made in parts', 'damaged.mp4', undefined],
    ['when it is made in parts and cannot be split', 'damaged.flv', undefined],
  ])('copies nothing that is damaged: %s', async (when, source, partSizes) => {
    const id = await addJob(source, ['720p', '480p'])
    const sizes = partSizes && { partSizes }
    if (when === 'when it is gone on with') await stopped(id)
    if (when === 'when its checkpoints cannot be deleted at first') {
      const unsplit = () => Promise.reject(new Error('unavailable'))
      await (await worker(undefined, { ...sizes, unsplit })).handle(id, never)
      expect(await statusOf(id)).toBe('PENDING')
    }
    await (await worker(undefined, { ...sizes })).handle(id, never)
    expect(await statusOf(id)).toBe('COMPLETED')
    // It was planned without copies, and the only pass over it could be watched and resumed.
    expect((await splits(id))[0]?.recipe.facts.video.damaged).toBe(true)
    const live = await createLiveStreams(database.db)(id)
    expect(live?.renditions.every(({ chunks }) => chunks.length > 0)).toBe(true)
    const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', await rendition(id, 'TRANSCODE_720'), '-f', 'null', '-'])
    expect(stderr).toBe('')
  })

  test('continues without checkpoints when they cannot be saved', async () => {
    const id = await addJob('source.avi')
    const only = await worker(() => {}, {
      putFile: (key) => (key.includes('/parts-') ? Promise.reject(new Error('disk full')) : undefined),
    })
    await only.handle(id, never)
    expect(only.kept).toEqual([])
    await expectWhole(id)
  })
})
