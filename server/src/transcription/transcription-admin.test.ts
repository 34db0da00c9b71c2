import type { AdminTranscription } from '@video-forge/contract/admin/admin-captions'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { newUser } from '../../testing/people.ts'
import { databaseAt } from '../../testing/services/database-at.ts'
import { addJob, addUser, openSite } from '../../testing/site.ts'
import { leaseTranscription } from './transcriptions.ts'

const site = await openSite({ ROLE: 'api' })
const { product, sql, asAdmin } = site
const database = await databaseAt(product.databaseUrl)
afterAll(async () => {
  await database.close()
  await site.stop()
})
const owner = await newUser(product, site.mailbox)
beforeEach(() => sql.query('delete from transcriptions'))

async function add(status: 'waiting' | 'running' | 'failed', { language = 'en', userId = owner.user.id } = {}): Promise<string> {
  const id = await addJob(site, { userId, status: 'COMPLETED', title: `A ${status} talk` })
  await sql.query(
    `insert into transcriptions (video_id, user_id, language, status, message) values ($1, $2, $3, $4, case when $4 = 'failed' then 'No.' end)`,
    [id, userId, language, status],
  )
  return id
}
const list = async () => (await asAdmin('GET /admin/captions')).body as unknown as { transcriptions: AdminTranscription[]; counts: object }
const speech = (languages: string[], problem: string | null = null) =>
  JSON.stringify({ name: 'Whisper tiny', languages, folder: '/models/whisper', problem })
const addWorker = async (json: string) => {
  onTestFinished(async () => void (await sql.query('delete from workers')))
  await sql.query(
    `insert into workers (id, host, pid, role, concurrency, jobs, load, cores, started_at, seen_at, speech)
     values (gen_random_uuid(), 'one', 1, 'worker', 2, '{}', 0, 2, now(), now(), $1)`,
    [json],
  )
}

test('admins see those of everybody: running, then waiting, then failed, and what they can do with them', async () => {
  const failed = await add('failed')
  const waiting = [await add('waiting'), await add('waiting')]
  const running = await add('running')
  const { transcriptions, counts } = await list()
  expect(transcriptions.map(({ id }) => id)).toEqual([running, ...waiting, failed])
  expect(counts).toEqual({ running: 1, waiting: 2, failed: 1 })
  expect(transcriptions.at(-1)).toEqual({
    ...{ id: failed, title: 'A failed talk', username: owner.user.username, user_email: owner.user.email },
    ...{ status: 'failed', progress: 0, language: 'en', message: 'No.', created_at: expect.any(String) },
  })
  expect((await asAdmin(`POST /admin/captions/${running}/retry`)).status).toBe(409)
  expect((await asAdmin(`POST /admin/captions/${failed}/retry`)).status).toBe(200)
  expect((await asAdmin(`POST /admin/captions/${running}/cancel`)).status).toBe(200)
  expect((await asAdmin(`POST /admin/captions/${running}/cancel`)).status).toBe(404)
  expect((await list()).counts).toEqual({ running: 0, waiting: 3, failed: 0 })
  const { entries } = (await asAdmin('GET /admin/audit')).body
  expect(entries).toMatchObject([
    { action: 'captions.cancel', target: 'A running talk' },
    { action: 'captions.retry', target: 'A failed talk' },
  ])
  const { activities } = (await asAdmin('GET /jobs/admin/recent-activity')).body
  expect(activities).toContainEqual(expect.objectContaining({ activity: 'admin stopped the automatic captions of "A running talk"' }))
})

test('nobody else sees or changes them here', async () => {
  const id = await add('failed')
  const token = owner.tokens.idToken
  for (const key of ['GET /admin/captions', `POST /admin/captions/${id}/cancel`, `POST /admin/captions/${id}/retry`])
    expect((await product.call(key, { token })).status).toBe(403)
  expect((await product.call('GET /captions/automatic')).status).toBe(401)
})

test('the languages are those of the workers, and their folder is for admins only', async () => {
  const id = await add('failed', { language: 'de' })
  await sql.query(`update videos set audio_codec = 'aac', audio_language = 'de' where id = $1`, [id])
  const make = (body: object) => product.call(`POST /gallery/videos/${id}/captions/automatic`, { token: owner.tokens.idToken, body })
  expect((await make({ language: 'de' })).body.message).toBe('Automatic captions are made in English on this site.')
  await addWorker(speech(['en', 'de']))
  const { body } = await product.call('GET /captions/automatic', { token: owner.tokens.idToken })
  expect(body).toEqual({ success: true, mode: 'auto', languages: ['en', 'de'], siteLanguage: null })
  const { status } = (await asAdmin('GET /jobs/admin/processing-status')).body
  expect(status).toMatchObject({ captions: { models: [{ name: 'Whisper tiny', folder: '/models/whisper' }] } })
  expect((await make({ language: 'fr' })).body.message).toBe('Automatic captions are made in English and German on this site.')
  // Without a wish, what the file says is taken.
  expect((await make({})).body['transcription']).toMatchObject({ status: 'waiting', language: 'de' })
})

test('a model that cannot be used makes none, and says why to admins only', async () => {
  const id = await add('failed')
  await addWorker(speech([], 'The folder /models/whisper cannot be read.'))
  const refused = await asAdmin(`POST /admin/captions/${id}/retry`)
  expect([refused.status, refused.body.message]).toEqual([
    503,
    'Automatic captions cannot be made on this site at the moment. Ask its admin, who sees why.',
  ])
  const answer = await product.call('GET /captions/automatic', { token: owner.tokens.idToken })
  expect(JSON.stringify(answer.body)).not.toContain('/models')
  expect(answer.body['languages']).toEqual([])
})

test('the next one is found by the index, however many wait', async () => {
  await sql.query(
    `with made as (
       insert into videos (id, user_id, title, visibility, status) select gen_random_uuid(), $1, 'many', 'private', 'ready' from generate_series(1, 5000)
       returning id
     )
     insert into transcriptions (video_id, user_id, language) select id, $1, 'en' from made`,
    [owner.user.id],
  )
  const userId = await addUser(site)
  const other = await add('waiting', { userId })
  await sql.query('analyze transcriptions')
  await leaseTranscription(database.db)
  expect((await leaseTranscription(database.db))?.videoId).toBe(other)
  const { rows } = await sql.query(
    `explain (format text) select video_id from transcriptions where user_id = $1 and status = 'waiting' order by created_at limit 10`,
    [userId],
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index.* using transcriptions_turn/)
  await sql.query(`delete from videos where title = 'many'`)
})
