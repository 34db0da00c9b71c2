import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { streamOf, textOf } from '../../testing/media/bytes.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { createLocalCopies } from '../platform/storage/file-copies.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { confirmUpload, type UploadDeps } from './confirm-upload.ts'

/** The upload link allows writing at any moment. On every storage only an inspected file becomes a video. */
export function replacedUploadSuite(name: string, openDatabase: () => Promise<Database>, openStorage: () => Promise<Storage>): void {
  describe(`${name}: an upload that is replaced`, () => {
    let database: Database
    const userId = newId()
    beforeAll(async () => {
      database = await openDatabase()
      const named = { username: 'jane', username_key: 'jane', email: 'jane', email_key: 'jane' }
      await database.db
        .insertInto('users')
        .values({ id: userId, ...named, groups: ['user'] })
        .execute()
    })
    afterAll(() => database.close())

    async function arrived(change: (storage: Storage, key: string) => Partial<Storage>) {
      const { db } = database
      const storage = await openStorage()
      const id = newId()
      const s3Key = `uploads/${id}/clip.mp4`
      await db
        .insertInto('uploads')
        .values({ id, user_id: userId, s3_key: s3Key, filename: 'clip.mp4', content_type: 'video/mp4' })
        .execute()
      await storage.put(s3Key, streamOf('good'))
      const looked: string[] = []
      const changed = { ...storage, ...change(storage, s3Key) }
      const copying = { scratch: await temporaryFolder(), idleMs: 60_000, readsAddresses: async () => true }
      const parts: UploadDeps = {
        db,
        storage: changed,
        copies: createLocalCopies(changed, copying),
        receiver: { settle: async () => {} },
        maxUploadBytes: 1e9,
        checkSpace: async () => {},
        shareOriginal: async () => {},
        probe: (_userId, work) => work(),
        inspect: async ({ whole }) => {
          const text = await readFile(await whole(), 'utf8')
          looked.push(text)
          const size = text.length
          const facts = { duration: 1, width: 1, height: 1, frameRate: 1, bitrate: 1, size, rotation: 0, hdr: false }
          return {
            metadata: { ...facts, resolution: '1x1', videoCodec: 'h264', audioCodec: null, container: 'mp4' },
            mimeType: 'video/mp4',
            privacy: 'nothing',
          }
        },
      }
      const published = async () => {
        const row = await db.selectFrom('videos').select('original_key').where('id', '=', id).executeTakeFirst()
        return row?.original_key ? textOf(await storage.get(row.original_key)) : undefined
      }
      return { confirm: () => confirmUpload(parts, userId, { s3Key }), published, looked }
    }
    const conflict = { code: 'CONFLICT', message: 'The file was replaced while it was being checked. Please try again.' }

    test('between inspection and move: it is a conflict, and the next try inspects the new file', async () => {
      let isFirst = true
      const upload = await arrived((storage, key) => ({
        takeOver: async (...move) => {
          if (isFirst) await storage.put(key, streamOf('evil'))
          isFirst = false
          return storage.takeOver(...move)
        },
      }))
      await expect(upload.confirm()).rejects.toMatchObject(conflict)
      expect(await upload.published()).toBeUndefined()
      await upload.confirm()
      expect([upload.looked, await upload.published()]).toEqual([['good', 'evil'], 'evil'])
    })

    test('before it is read, and put back afterwards: the file that was read is not used', async () => {
      let isFirst = true
      const upload = await arrived((storage, key) => ({
        // As with remote storage, where a file is fetched before it is inspected.
        localPath: () => undefined,
        get: async (...asked) => {
          if (isFirst) await storage.put(key, streamOf('harmless'))
          isFirst = false
          const read = await storage.get(...asked)
          await storage.put(key, streamOf('good'))
          return read
        },
      }))
      await expect(upload.confirm()).rejects.toMatchObject(conflict)
      expect([upload.looked, await upload.published()]).toEqual([[], undefined])
    })

    test('a move that cannot be verified is followed by another inspection', async () => {
      const upload = await arrived((storage, key) => ({
        takeOver: async (from, to) => {
          await storage.put(key, streamOf('other'))
          await storage.move(from, to)
          return 'unverified'
        },
      }))
      await upload.confirm()
      expect([upload.looked, await upload.published()]).toEqual([['good', 'other'], 'other'])
    })
  })
}
