import { appendFile, mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseAt } from '../../../testing/services/database-at.ts'
import { connectWithOwner } from '../../../testing/services/owner-row.ts'
import { createMigratedUrl } from '../../../testing/services/test-database.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { watchFolderTask } from './watch-folder.ts'

const url = await createMigratedUrl()
const { db, close } = await databaseAt(url)
afterAll(close)

test('takes a file once it has stopped growing, once, and again when it was replaced', async () => {
  const { userId } = await connectWithOwner(url)
  await db.updateTable('users').set({ username_key: 'ada' }).where('id', '=', userId).execute()
  const dir = await temporaryFolder()
  const options = { db, dir, owner: 'Ada', subfolders: 'tags' as const, nameKey: (name: string) => name.toLowerCase() }
  const look = () => watchFolderTask({ ...options, quietMs: 0 }).run()
  const given = async () => {
    const rows = await db.selectFrom('tasks').select('request').where('user_id', '=', userId).orderBy('id').execute()
    return rows.map(({ request }) => (request as { request: { files: string[] } }).request.files)
  }
  const endAll = () => db.updateTable('tasks').set({ status: 'completed', ended_at: new Date() }).execute()

  await mkdir(join(dir, 'Trips'))
  await writeFile(join(dir, 'Trips', 'a.mp4'), 'half')
  await writeFile(join(dir, 'notes.txt'), 'no video')
  await look()
  await appendFile(join(dir, 'Trips', 'a.mp4'), ' and more')
  await look()
  expect(await given()).toEqual([])
  await look()
  expect(await given()).toEqual([['Trips/a.mp4']])
  // Not while the import runs, and not again after it.
  await writeFile(join(dir, 'b.mp4'), 'film')
  await look()
  await look()
  expect(await given()).toHaveLength(1)
  await endAll()
  await look()
  expect(await given()).toEqual([['Trips/a.mp4'], ['b.mp4']])
  await endAll()
  await look()
  expect(await given()).toHaveLength(2)
  // A broken file that was replaced by a good one.
  await utimes(join(dir, 'b.mp4'), new Date(), new Date(Date.now() - 60_000))
  await look()
  await look()
  expect((await given())[2]).toEqual(['b.mp4'])
})

test('a file beside it that was just written makes it wait', async () => {
  const dir = await temporaryFolder()
  await writeFile(join(dir, 'c.mp4'), 'film')
  await writeFile(join(dir, 'c.srt'), 'half')
  const watch = watchFolderTask({ db, dir, owner: undefined, subfolders: 'tags', nameKey: (name) => name, quietMs: 60_000 })
  await watch.run()
  await db
    .updateTable('watched_files')
    .set({ seen_at: new Date(0) })
    .execute()
  await watch.run()
  expect(await db.selectFrom('watched_files').select('task_id').where('path', 'like', '%c.mp4').execute()).toEqual([{ task_id: null }])
})

test('the playlists of an unpacked export are given to an import once they and its account are there', async () => {
  const { userId } = await connectWithOwner(url, 'eve')
  await db.deleteFrom('watched_files').execute()
  const dir = await temporaryFolder()
  const watch = watchFolderTask({ db, dir, owner: 'eve', subfolders: 'tags', nameKey: (name) => name, quietMs: 0 })
  const look = async () => {
    for (let time = 0; time < 2; time += 1) await watch.run()
    await db.updateTable('tasks').set({ status: 'completed', ended_at: new Date() }).execute()
  }
  const given = async () => {
    const rows = await db.selectFrom('tasks').select('request').where('user_id', '=', userId).orderBy('id').execute()
    return rows.map(({ request }) => (request as { request: { files: string[] } }).request.files)
  }
  const video = join('ada', 'videos', '0001 Harbour')
  await mkdir(join(dir, video), { recursive: true })
  await writeFile(join(dir, video, 'original.mp4'), 'film')
  await writeFile(join(dir, video, 'video.json'), '{}')
  await writeFile(join(dir, 'ada', 'playlists.json'), '{}')
  await utimes(join(dir, video, 'video.json'), new Date(0), new Date(0))
  await look()
  expect(await given()).toEqual([[join(video, 'original.mp4')]])
  const account = { username: 'ada', email: 'ada@example.com', createdAt: '2020-01-02T03:04:05.000Z' }
  const record = { format: 'video-forge-export', version: 1, exportedAt: account.createdAt, site: 'https://other.example', account }
  await writeFile(join(dir, 'ada', 'account.json'), JSON.stringify({ ...record, videoCount: 1, hasRenditions: false }))
  await look()
  await look()
  expect(await given()).toEqual([[join(video, 'original.mp4')], [join('ada', 'playlists.json')]])
})
