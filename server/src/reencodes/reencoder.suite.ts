import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makePlan } from '@video-forge/media/planning/make-plan'
import { encodeVideo } from '@video-forge/media/run/encode/encode-video'
import { probeFile } from '@video-forge/media/run/inspect/probe-file'
import { clipFolder, makeClip, testMediaTools } from '@video-forge/media/testing/clips'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { databaseAt } from '../../testing/services/database-at.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { addJob, addUser, openSite, type Site } from '../../testing/site.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { copyToFile } from '../platform/storage/copy-to-file.ts'
import { createLocalCopies, type LocalCopies } from '../platform/storage/file-copies.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { createVideoChooser } from './choose-video.ts'
import { createReencoder } from './reencoder.ts'

interface Place {
  environment: Record<string, string>
  /** The storage of the site. */
  open: (dataDir: string) => Promise<Storage>
}

const run = promisify(execFile)

/** A zoom, of which AV1 makes about half. */
const zoom = ['-f', 'lavfi', '-i', 'mandelbrot=s=192x108:r=25:maxiter=200,gblur=1', '-t', '11']

/** Making qualities again in AV1, with the files on every storage. */
export function reencoderSuite(name: string, choose: () => Promise<Place>): void {
  describe(`${name}: the re-encoder`, () => {
    const clips = clipFolder()
    let mediaTools: Awaited<ReturnType<typeof testMediaTools>>
    const signal = new AbortController().signal
    let site: Site
    let database: Database
    let storage: Storage
    let copies: LocalCopies
    let scratch: string
    let source: string
    let rendition: Awaited<ReturnType<typeof encodeVideo>>['renditions'][number]

    beforeAll(async () => {
      const { environment, open } = await choose()
      // Without a worker: only the re-encoder of a test works.
      site = await openSite({ ROLE: 'api', ...environment })
      await site.sql.query(
        `insert into reencode_settings (mode, min_plays, from_hour, to_hour, cpu_share) values ('popular', 20, 0, 0, 100)`,
      )
      database = await databaseAt(site.product.databaseUrl)
      storage = await open(site.product.dataDir)
      scratch = await mkdtemp(join(tmpdir(), 'vf-reencode-'))
      copies = createLocalCopies(storage, { scratch, idleMs: 1000, readsAddresses: async () => false })
      mediaTools = await testMediaTools()
      source = await makeClip(clips.path('source.mkv'), ...[...zoom, '-c:v', 'mpeg4', '-q:v', '2'])
      const plan = makePlan(await probeFile(mediaTools, source, signal), ['480p'], mediaTools.machine)
      const folder = await mkdtemp(clips.path('h264-'))
      const encoded = await encodeVideo(mediaTools, plan, source, folder, { signal, onProgress: () => {} })
      if (!encoded.renditions[0]) throw new Error('There is no rendition.')
      rendition = encoded.renditions[0]
    })
    afterAll(async () => {
      await copies.close()
      await database.close()
      await site.stop()
      await rm(scratch, { recursive: true })
    })

    const copyOf = (path: string, key: string) => storage.put(key, createReadStream(path))

    /** A video as a job leaves it, waiting to be made again. */
    async function waitingVideo(status: 'waiting' | null = 'waiting') {
      const owner = await addUser(site)
      const id = await addJob(site, { userId: owner, status: 'COMPLETED' })
      const assetId = newId()
      const { index, width, height, frameRate, bitrate, ssim, bytes } = rendition
      const key = `videos/${id}/1/480p.mp4`
      await copyOf(source, `videos/${id}/original/source.mkv`)
      await copyOf(rendition.path, key)
      await site.sql.query('update videos set original_key = $2, duration = 11 where id = $1', [id, `videos/${id}/original/source.mkv`])
      await site.sql.query(
        `insert into assets (id, job_id, asset_type, storage_key, filename, content_type, file_size, width, height, details)
         values ($1, $2, 'TRANSCODE_480', $3, '480p.mp4', 'video/mp4', $4, $5, $6, $7)`,
        [assetId, id, key, bytes, width, height, JSON.stringify({ index, frameRate, bitrate, ssim })],
      )
      if (status) {
        await site.sql.query(
          `insert into reencodes (id, job_id, asset_id, format, codec, status, folder, bytes_before) values ($1, $2, $3, '480p', 'av1', $4, $5, $6)`,
          [newId(), id, assetId, status, `videos/${id}/reencode-x/`, bytes],
        )
      }
      return { id, assetId, owner }
    }

    function start(options: { now?: () => Date; hasSpace?: () => Promise<boolean> } = {}) {
      const useFile = <Result>(key: string, use: (path: string) => Promise<Result>, stop: AbortSignal) =>
        copies.use(key, async ({ whole }) => use(await whole()), { signal: stop })
      const deps = { db: database.db, storage, mediaTools, scratch, useFile, log: silentLog, lookMs: 50, ...options }
      const reencoder = createReencoder(deps)
      onTestFinished(() => reencoder.stop())
      return reencoder
    }

    const row = async (id: string) => (await site.sql.query('select * from reencodes where job_id = $1', [id])).rows[0]
    const hasEnded = async (id: string, { task }: ReturnType<typeof start>) => {
      const look = async () => {
        await task.run()
        expect(['waiting', 'running']).not.toContain((await row(id))?.status)
      }
      await vi.waitFor(look, { timeout: 120_000, interval: 200 })
    }
    const filesOf = async (id: string) => {
      const keys: string[] = []
      for await (const { key } of storage.list(`videos/${id}/1/`)) keys.push(key.replace(/-av1-\w+/, '-av1'))
      return keys.sort()
    }

    /** Of all frames of a stored file, beside the source. */
    async function ssimOf(key: string): Promise<number> {
      const path = join(scratch, 'published.mp4')
      await copyToFile(storage, key, path, { signal })
      const inOrder = 'settb=AVTB,setpts=N*1000'
      const graph = `[0:v]${inOrder}[made];[1:v]${inOrder}[source];[made][source]ssim`
      const { stderr } = await run(mediaTools.ffmpeg, ['-i', path, '-i', source, '-lavfi', graph, '-f', 'null', '-'])
      return Number(/SSIM Y:([\d.]+)/.exec(stderr)?.[1])
    }

    test('makes a smaller version of the same quality, and publishes it beside the H.264', async () => {
      const { id, assetId } = await waitingVideo()
      await hasEnded(id, start())
      const made = await row(id)
      expect(made).toMatchObject({ status: 'published', reason: null, lease: null, is_screen: false })
      expect(made.ssim).toBeGreaterThanOrEqual(made.ssim_before)
      expect(Number(made.bytes)).toBeLessThan(rendition.bytes * 0.85)
      expect(made.cpu_seconds).toBeGreaterThan(0)
      const { rows } = await site.sql.query('select details, file_size from assets where id = $1', [assetId])
      expect(rows[0].details.av1).toMatchObject({
        bytes: Number(made.bytes),
        index: { codecs: [expect.stringMatching(/^av01\.0\./)] },
      })
      expect(await storage.head(rows[0].details.av1.key)).toMatchObject({ size: Number(made.bytes) })
      expect(made.ssim).toBeCloseTo(await ssimOf(rows[0].details.av1.key), 4)
      const { rows: parts } = await site.sql.query('select 1 from reencode_parts')
      expect(parts).toEqual([])
      const { rows: discarded } = await site.sql.query('select prefix from discarded_files')
      expect(discarded).toContainEqual({ prefix: `videos/${id}/reencode-x/` })
    })

    test('starts from what the taller quality of the same video needed', async () => {
      const { id } = await waitingVideo()
      onTestFinished(async () => void (await site.sql.query('delete from reencodes where job_id = $1', [id])))
      await site.sql.query(
        `insert into reencodes (id, job_id, format, codec, status, folder, bytes_before, crf, slope, is_screen)
         values ($1, $2, '720p', 'av1', 'published', $3, 1, 36, 0.2, true)`,
        [newId(), id, `videos/${id}/reencode-y/`],
      )
      const own = async () => (await site.sql.query(`select * from reencodes where job_id = $1 and format = '480p'`, [id])).rows[0]
      const reencoder = start()
      const look = async () => {
        await reencoder.task.run()
        // Its own tries would not say so.
        expect(await own()).toMatchObject({ is_screen: true })
      }
      await vi.waitFor(look, { timeout: 120_000, interval: 100 })
      await reencoder.stop()
    })

    test('players find it in the playlist, under the same rights as the H.264', async () => {
      const { rows } = await site.sql.query(`select job_id as id from reencodes where status = 'published' limit 1`)
      const media = (name: string) => fetch(`${site.product.url}/media/${rows[0].id}/public/${name}`)
      const lines = (await (await media('master.m3u8')).text()).split('\n')
      expect(lines.filter((line) => line.endsWith('.m3u8'))).toEqual(['480p.m3u8', '480p-av1.m3u8'])
      expect(lines.find((line) => line.includes('av01'))).toMatch(/RESOLUTION=192x108,FRAME-RATE=25\.000,CODECS="av01\.0\.00M\.08[.\d]*"/)
      const segments = (text: string) => text.split('\n').filter((line) => line.startsWith('#EXTINF'))
      const [before, made] = await Promise.all(['480p.m3u8', '480p-av1.m3u8'].map(async (name) => (await media(name)).text()))
      expect(segments(made ?? '')).toEqual(segments(before ?? ''))
      expect(made).toContain('480p-av1.mp4')
      expect((await media('480p-av1.mp4')).status).toBe(200)
      expect((await media('720p-av1.m3u8')).status).toBe(404)
      await site.sql.query(`update videos set visibility = 'private' where id = $1`, [rows[0].id])
      for (const name of ['480p-av1.mp4', '480p-av1.m3u8']) expect((await media(name)).status).toBe(404)
    })

    test('stops when a job waits, and continues when none does', async () => {
      const { id } = await waitingVideo()
      const reencoder = start()
      await reencoder.task.run()
      await vi.waitFor(async () => expect((await row(id)).lease).not.toBeNull(), { timeout: 30_000, interval: 20 })
      const waiting = await addJob(site, { userId: await addUser(site), status: 'PENDING' })
      await vi.waitFor(async () => expect((await row(id)).lease).toBeNull(), { timeout: 30_000, interval: 20 })
      // In the middle of its first step, which is not counted as an attempt.
      expect(await row(id)).toMatchObject({ status: 'waiting', attempts: 0 })
      await site.sql.query('delete from jobs where id = $1', [waiting])
      const again = async () => {
        await reencoder.task.run()
        expect((await row(id)).status).toBe('published')
      }
      await vi.waitFor(again, { timeout: 120_000, interval: 200 })
      expect(await filesOf(id)).toEqual([`videos/${id}/1/480p-av1.mp4`, `videos/${id}/1/480p.mp4`])
    })

    test('rests when there is nothing to make, until a job of its process ends or an admin chooses other videos', async () => {
      const set = (mode: string) => site.sql.query('update reencode_settings set mode = $1', [mode])
      onTestFinished(async () => void (await set('popular')))
      let begun = 0
      const hasSpace = async () => {
        begun += 1
        return true
      }
      const reencoder = start({ hasSpace })
      /** A whole look. The first that counts may have read its settings before, and the next begins only after the second. */
      const look = async () => {
        const before = begun
        const again = async () => {
          await reencoder.task.run()
          expect(begun).toBeGreaterThan(before + 2)
        }
        await vi.waitFor(again, { timeout: 30_000, interval: 20 })
      }
      // Too small to be made, so that it is only remembered.
      const smallVideo = async (plays: number) => {
        const { id } = await waitingVideo(null)
        await site.sql.query('update assets set file_size = 5000 where job_id = $1', [id])
        await site.sql.query('insert into play_days (subject, day, plays) values ($1, current_date - 3, $2)', [id, plays])
        return id
      }
      await look()
      const watched = await smallVideo(30)
      await look()
      expect(await row(watched)).toBeUndefined()
      await reencoder.yielding(async () => {})('a job', signal)
      await look()
      expect(await row(watched)).toMatchObject({ status: 'skipped' })
      await look()
      const unwatched = await smallVideo(1)
      await look()
      expect(await row(unwatched)).toBeUndefined()
      await set('all')
      await look()
      expect(await row(unwatched)).toMatchObject({ status: 'skipped' })
    })

    test('chooses the most watched video, and remembers what cannot pay', async () => {
      const hours = { fromHour: 0, toHour: 0, cpuShare: 100 }
      const first = await waitingVideo(null)
      const second = await waitingVideo(null)
      await site.sql.query('update assets set file_size = 5000000 where job_id = any($1)', [[first.id, second.id]])
      const watch = (id: string, plays: number) =>
        site.sql.query('insert into play_days (subject, day, plays) values ($1, current_date - 3, $2)', [id, plays])
      await watch(first.id, 30)
      await watch(second.id, 40)
      const chosen = async () =>
        (await site.sql.query(`select job_id, status, reason from reencodes where job_id = any($1) order by id`, [[first.id, second.id]]))
          .rows
      const popular = { ...hours, mode: 'popular' as const, minPlays: 35 }
      expect(await createVideoChooser(database.db).choose({ ...popular, mode: 'off' })).toBe(false)
      expect(await createVideoChooser(database.db).choose(popular)).toBe(true)
      expect(await chosen()).toEqual([{ job_id: second.id, status: 'waiting', reason: null }])
      expect(await createVideoChooser(database.db).choose(popular)).toBe(false)
      await site.sql.query(`update assets set details = details || '{"ssim": 1}' where job_id = $1`, [first.id])
      expect(await createVideoChooser(database.db).choose({ ...popular, mode: 'all' })).toBe(true)
      expect((await chosen())[1]).toMatchObject({ job_id: first.id, status: 'skipped', reason: expect.stringContaining('copy') })
      const narrow = await waitingVideo(null)
      await site.sql.query('update assets set width = 256, height = 48 where job_id = $1', [narrow.id])
      await watch(narrow.id, 50)
      expect(await createVideoChooser(database.db).choose(popular)).toBe(true)
      expect(await row(narrow.id)).toMatchObject({ status: 'skipped', reason: expect.stringContaining('64 pixels') })
      await site.sql.query('delete from reencodes where job_id = any($1)', [[first.id, second.id, narrow.id]])
    })

    test('leaves nothing behind when the file of a video is replaced or the video is deleted', async () => {
      const { id, assetId } = await waitingVideo()
      await site.sql.query(
        `insert into reencode_parts (reencode_id, number, part, bytes_before) select id, 0, '{}', 1 from reencodes where job_id = $1`,
        [id],
      )
      await site.sql.query('delete from discarded_files')
      await site.sql.query('delete from assets where id = $1', [assetId])
      expect(await row(id)).toBeUndefined()
      expect((await site.sql.query('select prefix from discarded_files')).rows).toEqual([{ prefix: `videos/${id}/reencode-x/` }])
      const other = await waitingVideo()
      await site.sql.query('delete from videos where id = $1', [other.id])
      expect(await row(other.id)).toBeUndefined()
    })

    test('works only within the hours of the admins, and not at all when it is off', async () => {
      const { id } = await waitingVideo()
      const set = (mode: string, from: number, to: number) =>
        site.sql.query(
          `insert into reencode_settings (mode, min_plays, from_hour, to_hour, cpu_share) values ($1, 1, $2, $3, 50)
           on conflict (id) do update set mode = $1, from_hour = $2, to_hour = $3`,
          [mode, from, to],
        )
      onTestFinished(async () => void (await set('popular', 0, 0)))
      const attempt = async () => {
        const reencoder = start({ now: () => new Date('2026-01-01T12:00:00Z') })
        await reencoder.task.run()
        await reencoder.stop()
        return (await row(id)).attempts
      }
      await set('off', 0, 0)
      expect(await attempt()).toBe(0)
      await set('all', 22, 6)
      expect(await attempt()).toBe(0)
      // The step is given back at the stop, so its attempt is not counted; that it was begun shows in the lease.
      await set('all', 11, 13)
      const reencoder = start({ now: () => new Date('2026-01-01T12:00:00Z') })
      await reencoder.task.run()
      await vi.waitFor(async () => expect((await row(id)).lease).not.toBeNull(), { timeout: 30_000, interval: 20 })
      await reencoder.stop()
      expect(await row(id)).toMatchObject({ status: 'waiting', lease: null, attempts: 0 })
      await site.sql.query('delete from reencodes where job_id = $1', [id])
    })
  })
}
