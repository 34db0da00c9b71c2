import type { Job } from '@video-forge/contract/jobs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { followEvents } from '../../testing/event-reader.ts'
import { newUser, type Session } from '../../testing/people.ts'
import { databaseAt } from '../../testing/services/database-at.ts'
import { addJob, openSite, type Site } from '../../testing/site.ts'
import type { Database } from '../platform/database/database.ts'
import { storeTranscript } from './store-transcript.ts'
import { failTranscription, leaseTranscription, renewLease } from './transcriptions.ts'

let site: Site
let database: Database
let owner: Session
let stranger: Session
beforeAll(async () => {
  site = await openSite({ ROLE: 'api' })
  database = await databaseAt(site.product.databaseUrl)
  owner = await newUser(site.product, site.mailbox)
  stranger = await newUser(site.product, site.mailbox)
})
afterAll(async () => {
  await database.close()
  await site.stop()
})

const call = (key: string, body?: unknown) => site.product.call(key, { token: owner.tokens.idToken, ...(body !== undefined && { body }) })
const newVideo = async () => {
  const id = await addJob(site, { userId: owner.user.id, status: 'COMPLETED' })
  await site.sql.query(`update videos set audio_codec = 'aac' where id = $1`, [id])
  return id
}
const ask = (id: string) => call(`POST /gallery/videos/${id}/captions/automatic`, {})
const follow = async ({ tokens }: Session, lastEventId?: string) => {
  const reader = await followEvents(site.product.url, tokens.idToken, lastEventId)
  onTestFinished(() => reader.close())
  return reader
}
const lease = async () => {
  const taken = await leaseTranscription(database.db)
  if (!taken) throw new Error('nothing waits')
  return taken
}
const transcript = { cues: [{ start: 0, end: 1, text: 'Hello' }], language: 'en', seconds: 1 }

describe('live events', () => {
  test('carry each step to the owner and nobody else, and so does the list of jobs', async () => {
    const id = await newVideo()
    const [reader, other] = [await follow(owner), await follow(stranger)]
    await Promise.all([reader.next('system_stats'), other.next('system_stats')])
    const next = async () => (await reader.next('job_update')).data
    await ask(id)
    expect(await next()).toMatchObject({ jobId: id, status: 'COMPLETED', transcription: { status: 'waiting', language: 'en' } })
    const taken = await lease()
    await renewLease(database.db, taken, 40)
    await vi.waitFor(async () => expect(await next()).toMatchObject({ transcription: { status: 'running', progress: 40 } }))
    expect(((await call(`GET /jobs/${id}`)).body['job'] as Job).transcription).toMatchObject({ status: 'running', progress: 40 })
    await failTranscription(database.db, taken, 'Nobody speaks.')
    expect(await next()).toMatchObject({ transcription: { status: 'failed', message: 'Nobody speaks.' } })
    await ask(id)
    expect(await next()).toMatchObject({ transcription: { status: 'waiting', message: null } })
    await storeTranscript(database.db, await lease(), transcript)
    await vi.waitFor(async () => expect(await next()).toMatchObject({ jobId: id, transcription: null }))
    expect(other.events.some(({ name }) => name === 'job_update')).toBe(false)
  })

  test('begin with those that are under way, and resume with what was finished meanwhile', async () => {
    const [open, done] = [await newVideo(), await newVideo()]
    await ask(done)
    const first = await follow(owner)
    const { id } = await first.next('system_stats')
    expect(first.events.map(({ data }) => data['jobId'])).toContain(done)
    first.close()
    await storeTranscript(database.db, await lease(), transcript)
    await ask(open)
    const again = await follow(owner, id)
    await again.next('system_stats')
    const stateOf = (video: string) => again.events.find(({ data }) => data['jobId'] === video)?.data['transcription']
    expect([stateOf(done), stateOf(open)]).toMatchObject([null, { status: 'waiting' }])
    await call(`DELETE /gallery/videos/${open}/captions/automatic`)
  })

  test('of a deleted video say that it is gone', async () => {
    const id = await newVideo()
    await ask(id)
    const reader = await follow(owner)
    await reader.next('system_stats')
    await call(`DELETE /gallery/videos/${id}`)
    expect((await reader.next('job_removed')).data).toEqual({ jobId: id })
    expect((await site.sql.query('select from transcriptions')).rowCount).toBe(0)
  })
})

describe('the webhook caption.ready', () => {
  const owed = async () => (await site.sql.query('select event, payload from webhook_deliveries order by created_at')).rows
  const forget = () => site.sql.query('delete from webhook_deliveries')
  beforeAll(async () => {
    await call('PUT /account/webhook', { url: 'https://example.com/hook' })
    await forget()
  })

  test('is owed as soon as automatic captions are stored, and not for those of a lost lease', async () => {
    const id = await newVideo()
    await ask(id)
    const taken = await lease()
    await storeTranscript(database.db, { ...taken, id: '00000000-0000-7000-8000-000000000000' }, transcript)
    expect(await owed()).toEqual([])
    await storeTranscript(database.db, taken, transcript)
    const caption = { id: expect.any(String), language: 'en', label: 'English', source: 'automatic' }
    expect(await owed()).toEqual([{ event: 'caption.ready', payload: { id, title: 'clip', caption } }])
    await forget()
  })

  test('is owed for captions of the file itself, and not for uploaded ones', async () => {
    const id = await newVideo()
    await call(`POST /gallery/videos/${id}/captions`, { language: 'de', content: 'WEBVTT\n\n00:01.000 --> 00:02.000\nMine' })
    expect(await owed()).toEqual([])
    await site.sql.query(
      `insert into captions (id, video_id, language, label, source, content, bytes)
       values (gen_random_uuid(), $1, 'de', 'German', 'embedded', 'WEBVTT', 6)`,
      [id],
    )
    expect(await owed()).toMatchObject([{ event: 'caption.ready', payload: { caption: { source: 'embedded' } } }])
    await forget()
  })
})
