import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../../testing/silent-log.ts'
import { readArchive, readArchiveHead } from '../platform/archive/read-archive.ts'
import type { ReadBytes } from '../platform/archive/walk-tar.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { createTask } from '../platform/tasks/create-task.ts'
import { readTask } from '../platform/tasks/read-tasks.ts'
import { createTaskRunner } from '../platform/tasks/task-runner.ts'
import { exportKind } from './export-kind.ts'
import { FileMissing, readRange } from './read-range.ts'

/** More entries than are read from the list at once. */
const videoCount = 70
const original = randomBytes(300_000)

/** The archive of an account, on every storage: what is sent is what was stored, from any byte to any other. */
export function archiveSuite(name: string, openDatabase: () => Promise<Database>, openStorage: () => Promise<Storage>): void {
  describe(`${name}: the archive of an account`, () => {
    let database: Database
    let storage: Storage
    const [userId, playlistId] = [newId(), newId()]
    const ids: string[] = []
    beforeAll(async () => {
      database = await openDatabase()
      storage = await openStorage()
      const named = { username: 'jane', username_key: 'jane', email: 'jane@example.com', email_key: 'jane' }
      await database.db
        .insertInto('users')
        .values({ id: userId, ...named, groups: ['user'] })
        .execute()
      for (let number = 0; number < videoCount; number += 1) ids.push(await addVideo(number))
      await database.db.insertInto('playlists').values({ id: playlistId, user_id: userId, title: 'Köln', visibility: 'link' }).execute()
      const inOrder = [ids[2], ids[0], ids[1]].map((video_id = '', position) => ({ playlist_id: playlistId, video_id, position }))
      await database.db.insertInto('playlist_videos').values(inOrder).execute()
    })
    afterAll(() => database.close())

    const put = async (key: string, content: Buffer) => {
      await storage.put(key, Readable.from([content]))
      return key
    }

    async function addVideo(number: number): Promise<string> {
      const id = newId()
      const { db } = database
      const original_key = await put(`videos/${id}/original/source.mov`, original.subarray(0, 1000 + number * 511))
      await db
        .insertInto('videos')
        .values({
          ...{
            id,
            user_id: userId,
            title: `Köln: Tag ${number}/…?`,
            description: 'Line 1\nLine 2',
            visibility: 'private',
            status: 'ready',
          },
          ...{ original_key, original_name: 'DSC 1.MOV', content_hash: Buffer.alloc(32, 7), tags: ['Köln'], view_count: 12 },
          ...{ duration: 8, width: 640, height: 360, chapters: JSON.stringify([{ start: 0, title: 'Begin' }]) },
        })
        .execute()
      await db
        .insertInto('jobs')
        .values({ id, user_id: userId, input_source: 'x', output_formats: ['480p'], status: 'COMPLETED', turn: 1 })
        .execute()
      const made = { job_id: id, content_type: 'video/mp4', width: 640, height: 360 }
      const key = await put(`videos/${id}/1/480p.mp4`, Buffer.from(`rendition ${number}`))
      const metadata = await put(`videos/${id}/1/metadata.json`, Buffer.from(`{"number":${number}}`))
      const picture = await put(`videos/${id}/1/thumbnail.jpg`, Buffer.from(`picture ${number}`))
      await db
        .insertInto('assets')
        .values([
          { ...made, id: newId(), asset_type: 'TRANSCODE_480', storage_key: key, filename: '480p.mp4', file_size: 1 },
          { ...made, id: newId(), asset_type: 'METADATA_JSON', storage_key: metadata, filename: 'metadata.json', file_size: 1 },
          { ...made, id: newId(), asset_type: 'THUMBNAIL', storage_key: picture, filename: 'thumbnail.jpg', file_size: 1 },
        ])
        .execute()
      const caption = { video_id: id, language: 'de', source: 'uploaded' as const, bytes: 6 }
      await db
        .insertInto('captions')
        .values(['Deutsch', 'Deutsch 2'].map((label) => ({ ...caption, id: newId(), label, content: `WEBVTT\n\n${label}` })))
        .execute()
      return id
    }

    async function prepare(hasRenditions: boolean) {
      const { db } = database
      const id = await createTask(db, { userId, kind: 'export', title: 'Export', request: {} })
      await db.insertInto('exports').values({ id, user_id: userId, folder: 'vf', has_renditions: hasRenditions }).execute()
      const kind = exportKind({
        ...{ db, storage, publicUrl: 'https://video.example.com' },
        // Of every second video nothing is known that its file does not say.
        readMetadata: async (videoId) => (ids.indexOf(videoId) % 2 === 0 ? `{"codecs":${ids.indexOf(videoId)}}` : undefined),
      })
      const runner = createTaskRunner({ db, kinds: [kind], log: silentLog, renewMs: 50, retryAfterMs: [1, 1] })
      await runner.task.run()
      await vi.waitFor(async () => expect((await readTask(db, userId, id)).status).toBe('completed'), 60_000)
      await runner.stop()
      const { bytes } = await db.selectFrom('exports').select('bytes').where('id', '=', id).executeTakeFirstOrThrow()
      return { id, kind, size: Number(bytes) }
    }

    async function readAll(id: string, start: number, end: number): Promise<Buffer> {
      const chunks: Buffer[] = []
      for await (const chunk of readRange({ db: database.db, storage }, id, { start, end })) chunks.push(chunk)
      return Buffer.concat(chunks)
    }

    test('has everything of every video, and each range of it is the same bytes', { timeout: 120_000 }, async () => {
      const { id, kind, size } = await prepare(true)
      const archive = await readAll(id, 0, size - 1)
      expect(archive.length).toBe(size)
      const read: ReadBytes = async (start, length) => archive.subarray(start, start + length)
      const head = await readArchiveHead(read)
      expect(head.account).toMatchObject({
        site: 'https://video.example.com',
        account: { username: 'jane' },
        videoCount,
        hasRenditions: true,
      })
      expect(head.playlists).toMatchObject([{ title: 'Köln', visibility: 'link', kind: 'list', videoIds: [ids[2], ids[0], ids[1]] }])
      const seen = new Set<number>()
      for await (const { record, files } of readArchive(read, head.next)) {
        const number = ids.indexOf(record.id)
        seen.add(number)
        const content = (file: string) => {
          const { start, size: length } = files.get(file) ?? { start: 0, size: 0 }
          return archive.subarray(start, start + length)
        }
        expect(record).toMatchObject({
          ...{ title: `Köln: Tag ${number}/…?`, tags: ['Köln'], visibility: 'private', formats: ['480p'] },
          ...{ chapters: [{ start: 0, title: 'Begin' }], statistics: { views: 12, watchSeconds: 0 }, resolution: '640x360' },
          original: { name: 'original.mov', uploadedAs: 'DSC 1.MOV', contentHash: '07'.repeat(32) },
        })
        expect(content('original.mov').equals(original.subarray(0, 1000 + number * 511))).toBe(true)
        expect(content(record.thumbnail?.name ?? '').toString()).toBe(`picture ${number}`)
        expect(JSON.parse(content('metadata.json').toString())).toEqual(number % 2 === 0 ? { codecs: number } : { number })
        expect(record.renditions.map((each) => [each.format, content(each.name).toString()])).toEqual([['480p', `rendition ${number}`]])
        expect(Object.fromEntries(record.captions.map((each) => [each.label, content(each.name).toString()]))).toEqual({
          Deutsch: 'WEBVTT\n\nDeutsch',
          'Deutsch 2': 'WEBVTT\n\nDeutsch 2',
        })
      }
      expect([seen.size, seen.has(-1)]).toEqual([videoCount, false])
      const places = [0, 1, 511, 512, 1535, 1536, 200_000, 1_000_001, size - 1025, size - 1024, size - 1]
      for (const start of places) {
        for (const length of [1, 512, 70_000]) {
          const end = Math.min(size, start + length) - 1
          expect((await readAll(id, start, end)).equals(archive.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
        }
      }
      // Another thumbnail was chosen since, and a quality made again: the download goes on.
      for (const file of ['thumbnail.jpg', 'metadata.json']) await storage.delete(`videos/${ids[5]}/1/${file}`)
      expect((await readAll(id, 0, size - 1)).equals(archive)).toBe(true)
      // A worker that has lost the task comes late: the list is what it was.
      const late = { id, userId, request: {}, keep: async () => {} }
      const item = { number: 1, key: ids[0] ?? '', label: 'Late', details: {}, videoId: null }
      await kind.run(late, item, AbortSignal.timeout(1000))
      await kind.finish?.(late, AbortSignal.timeout(1000))
      expect((await readAll(id, 0, size - 1)).equals(archive)).toBe(true)
    })

    test('breaks off at the next file when it is outdated', { timeout: 60_000 }, async () => {
      const { id, size } = await prepare(false)
      const reading = readRange({ db: database.db, storage }, id, { start: 0, end: size - 1 })
      await reading.next()
      await database.db.updateTable('exports').set({ outdated_at: new Date() }).where('id', '=', id).execute()
      const rest = async () => {
        for await (const _ of reading);
      }
      await expect(rest()).rejects.toThrow(FileMissing)
    })

    test('without renditions is smaller, and breaks off where a file is gone', { timeout: 60_000 }, async () => {
      const { id, size } = await prepare(false)
      const whole = await readAll(id, 0, size - 1)
      expect(whole.includes('rendition 1')).toBe(false)
      const key = `videos/${ids[3]}/original/source.mov`
      await storage.delete(key)
      await expect(readAll(id, 0, size - 1)).rejects.toThrow(FileMissing)
      await put(key, Buffer.from('another file'))
      await expect(readAll(id, 0, size - 1)).rejects.toThrow(FileMissing)
    })
  })
}
