import type { Caption, Transcription } from '@video-forge/contract/captions'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { newUser, type Session } from '../../testing/people.ts'
import { databaseAt } from '../../testing/services/database-at.ts'
import { openSite } from '../../testing/site.ts'
import { insertVideo } from '../../testing/video-rows.ts'
import { leaseTranscription, renewLease } from './transcriptions.ts'

// Without a worker: requests wait for the transcriber of a test.
const site = await openSite({ ROLE: 'api' })
const { product, sql } = site
const database = await databaseAt(product.databaseUrl)
const { db } = database
afterAll(async () => {
  await database.close()
  await site.stop()
})
const owner = await newUser(product, site.mailbox)
const other = await newUser(product, site.mailbox)

type Who = Session | null
const call = (key: string, who: Who, body?: unknown) =>
  product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body !== undefined && { body }) })
const ask = (id: string, who: Who = owner, body: object = {}) => call(`POST /gallery/videos/${id}/captions/automatic`, who, body)
const cancel = (id: string, who: Who = owner) => call(`DELETE /gallery/videos/${id}/captions/automatic`, who)
const captionsOf = async (id: string, who: Who = owner) => {
  const { captions, transcription, canTranscribe } = (await call(`GET /gallery/videos/${id}/captions`, who)).body
  return { captions: captions as Caption[], transcription: transcription as Transcription | null, canTranscribe }
}
const newVideo = async (who = owner, audio: string | null = 'aac') => {
  const id = await insertVideo(sql, who.user.id, {})
  await sql.query('update videos set audio_codec = $2 where id = $1', [id, audio])
  return id
}
const waiting = { status: 'waiting', progress: 0, language: 'en', message: null }
const forgetAll = () => sql.query('delete from transcriptions')

describe('a request', () => {
  test('is answered with its state, which the owner sees and nobody else', async () => {
    const id = await newVideo()
    expect((await captionsOf(id)).canTranscribe).toBe(true)
    const { status, body } = await ask(id)
    expect([status, body['transcription']]).toEqual([202, waiting])
    expect((await captionsOf(id)).transcription).toEqual(waiting)
    for (const who of [null, other]) expect(await captionsOf(id, who)).toMatchObject({ transcription: null, canTranscribe: false })
    expect((await ask(id)).body['transcription']).toEqual(waiting)
    expect((await cancel(id)).status).toBe(200)
    expect((await captionsOf(id)).transcription).toBeNull()
    expect((await cancel(id)).status).toBe(404)
  })

  test('is for the owner, in English, and for a video that is ready and has sound', async () => {
    const id = await newVideo()
    expect((await ask(id, null)).status).toBe(401)
    expect((await ask(id, other)).status).toBe(403)
    expect((await cancel(id, other)).status).toBe(403)
    expect((await ask(id, owner, { language: 'de' })).body.message).toBe('Automatic captions are made in English on this site.')
    const silent = await newVideo(owner, null)
    expect(await ask(silent)).toMatchObject({ status: 409, body: { message: 'This video has no sound.' } })
    expect((await captionsOf(silent)).canTranscribe).toBe(false)
    const unready = await insertVideo(sql, owner.user.id, { status: 'processing' })
    expect((await ask(unready)).status).toBe(409)
    expect((await sql.query('select from transcriptions')).rowCount).toBe(0)
  })

  test('is refused where captions are switched off', async () => {
    const closed = await openSite({ ROLE: 'api', CAPTIONS: 'off', DATABASE_URL: product.databaseUrl })
    onTestFinished(() => closed.stop())
    const id = await newVideo()
    const { status, body } = await closed.asAdmin(`POST /gallery/videos/${id}/captions/automatic`, {})
    expect([status, body.message]).toEqual([503, 'Automatic captions are switched off on this site.'])
    expect((await closed.asAdmin(`GET /gallery/videos/${id}/captions`)).body['canTranscribe']).toBe(false)
  })
})

describe('a lease', () => {
  test('goes to everybody in turn, and to one worker at a time', async () => {
    onTestFinished(async () => void (await forgetAll()))
    const mine = [await newVideo(), await newVideo(), await newVideo()]
    for (const id of mine) await ask(id)
    const theirs = await newVideo(other)
    await ask(theirs, other)
    const leases = await Promise.all([leaseTranscription(db), leaseTranscription(db)])
    expect(new Set(leases.map((lease) => lease?.videoId))).toEqual(new Set([mine[0], theirs]))
    expect((await leaseTranscription(db))?.videoId).toBe(mine[1])
  })

  test('of a killed worker is taken again, three times, and then explained', async () => {
    onTestFinished(async () => void (await forgetAll()))
    const id = await newVideo()
    await ask(id)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const lease = await leaseTranscription(db)
      expect(lease?.videoId).toBe(id)
      expect(await leaseTranscription(db)).toBeUndefined()
      if (lease) expect(await renewLease(db, lease, 40)).toBe(true)
      expect((await captionsOf(id)).transcription).toMatchObject({ status: 'running', progress: 40 })
      await sql.query(`update transcriptions set leased_until = now() - interval '1 second'`)
    }
    expect(await leaseTranscription(db)).toBeUndefined()
    expect((await captionsOf(id)).transcription).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('ended several times'),
    })
    // Asked again, it begins anew.
    expect((await ask(id)).body['transcription']).toEqual(waiting)
    expect((await leaseTranscription(db))?.videoId).toBe(id)
  })
})
