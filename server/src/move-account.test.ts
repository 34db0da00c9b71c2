import type { AccountExport } from '@video-forge/contract/exports'
import type { Task } from '@video-forge/contract/tasks'
import { afterAll, expect, test, vi } from 'vitest'
import { clipFile, smallClip } from '../testing/media/clips.ts'
import { newUser, type Session } from '../testing/people.ts'
import { openSite } from '../testing/site.ts'

const site = await openSite({ ALLOW_PRIVATE_SOURCES: 'true', TICK_MS: '200' })
afterAll(() => site.stop())
const [from, to] = [await newUser(site.product, site.mailbox), await newUser(site.product, site.mailbox)]
const clips = [await clipFile('one.mp4', smallClip), await clipFile('two.mp4', [...smallClip, '-vf', 'negate'])]

async function call(who: Session, key: string, body?: unknown) {
  const answer = await site.product.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })
  expect(answer.status, `${key} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

async function upload(number: number, visibility: 'public' | 'private'): Promise<string> {
  const { uploadUrl, s3Key } = await call(from, 'POST /upload/generate-url', { filename: `Ä ${number}.mp4`, contentType: 'video/mp4' })
  const body = new Uint8Array(clips[number] ?? Buffer.alloc(0))
  await fetch(String(uploadUrl), { method: 'PUT', body, headers: { 'Content-Type': 'video/mp4' } })
  const { video } = await call(from, 'POST /upload/confirm', {
    s3Key,
    title: `Köln ${number} 🎬`,
    description: 'Line 1\nLine 2',
    visibility,
  })
  const { id } = video as { id: string }
  await call(from, `PATCH /gallery/videos/${id}`, { tags: ['Köln', 'sea'], chapters: [{ start: 0, title: 'Begin' }] })
  await call(from, `PATCH /gallery/videos/${id}`, {
    allowDownload: false,
    showViews: false,
    showHeat: true,
    embedDomains: ['school.example'],
  })
  const content = 'WEBVTT\n\n00:00.000 --> 00:01.000\nGuten Morgen\n'
  await call(from, `POST /gallery/videos/${id}/captions`, { language: 'de', label: 'Mein Text', content, isDefault: true })
  return id
}

const videosOf = async (userId: string) =>
  (
    await site.sql.query(
      `select title, description, allow_download, show_views, show_heat, embed_domains, tags, chapters, visibility, original_name, duration, encode(content_hash, 'hex') as hash,
         date_trunc('milliseconds', created_at) as made,
         (select json_agg(json_build_array(language, label, content, source, is_default, is_reviewed) order by language) from captions where video_id = videos.id) as captions
       from videos where user_id = $1 order by title`,
      [userId],
    )
  ).rows

const playlistsOf = async (userId: string) =>
  (
    await site.sql.query(
      `select playlists.title, playlists.description, playlists.visibility, playlists.kind, array_agg(videos.title order by position) as videos
       from playlists join playlist_videos on playlist_id = playlists.id join videos on videos.id = video_id
       where playlists.user_id = $1 group by playlists.id order by 1`,
      [userId],
    )
  ).rows

test('an account is exported, and imported into another one with everything as it was', { timeout: 120_000 }, async () => {
  const ids = [await upload(0, 'private'), await upload(1, 'public')]
  await site.sql.query(`update videos set created_at = '2019-08-07T06:05:04Z' where id = $1`, [ids[0]])
  const { playlist } = await call(from, 'POST /playlists', { title: 'Trips', description: 'All of them', visibility: 'link' })
  const { id: playlistId, version } = playlist as { id: string; version: number }
  await call(from, `PUT /playlists/${playlistId}/videos`, { videos: [ids[1], ids[0]], version })

  await site.sql.query(
    `insert into captions (id, video_id, language, label, source, content, bytes, is_reviewed) values ($1, $1, 'en', 'English', 'automatic', $2, 47, true)`,
    [ids[1], 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nGood morning\n'],
  )
  await call(from, `POST /playlists/watch-later/videos/${ids[0]}`)
  // There is one Watch later already, and it stays the only one.
  await call(to, 'GET /playlists/watch-later')

  const started = (await call(from, 'POST /account/exports', {}))['export'] as AccountExport
  const url = await vi.waitFor(
    async () => {
      const { downloadUrl } = (await call(from, `GET /account/exports/${started.id}`))['export'] as AccountExport
      expect(downloadUrl).not.toBeNull()
      return String(downloadUrl).replace(/^http:\/\/localhost:\d+/, site.product.url)
    },
    { timeout: 30_000, interval: 100 },
  )
  const importOnce = async (): Promise<Task> => {
    const { import: begun } = await call(to, 'POST /imports', { kind: 'archive', url, formats: ['480p'] })
    const { id } = begun as Task
    return vi.waitFor(
      async () => {
        const task = (await call(to, `GET /tasks/${id}`))['task'] as Task
        expect(task.status).toBe('completed')
        return task
      },
      { timeout: 60_000, interval: 200 },
    )
  }
  expect((await importOnce()).counts).toEqual({ total: 2, done: 2, skipped: 0, failed: 0 })
  expect(await videosOf(to.user.id)).toEqual(await videosOf(from.user.id))
  expect(await playlistsOf(to.user.id)).toEqual(await playlistsOf(from.user.id))
  // A second time nothing is new.
  expect((await importOnce()).counts).toEqual({ total: 2, done: 0, skipped: 2, failed: 0 })
})
