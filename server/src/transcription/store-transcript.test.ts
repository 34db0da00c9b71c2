import type { Caption } from '@video-forge/contract/captions'
import { afterAll, expect, test } from 'vitest'
import { newUser } from '../../testing/people.ts'
import { databaseAt } from '../../testing/services/database-at.ts'
import { openSite } from '../../testing/site.ts'
import { insertVideo } from '../../testing/video-rows.ts'
import { storeTranscript } from './store-transcript.ts'
import { leaseTranscription } from './transcriptions.ts'

const site = await openSite({ ROLE: 'api' })
const { product, sql } = site
const database = await databaseAt(product.databaseUrl)
afterAll(async () => {
  await database.close()
  await site.stop()
})
const owner = await newUser(product, site.mailbox)
const call = (key: string, body?: unknown) => product.call(key, { token: owner.tokens.idToken, ...(body !== undefined && { body }) })

test('automatic captions are replaced by new ones until somebody has corrected them', async () => {
  const id = await insertVideo(sql, owner.user.id, {})
  await sql.query(`update videos set audio_codec = 'aac' where id = $1`, [id])
  const recognise = async (text: string) => {
    await call(`POST /gallery/videos/${id}/captions/automatic`, {})
    const lease = await leaseTranscription(database.db)
    if (!lease) throw new Error('nothing to recognise')
    await storeTranscript(database.db, lease, { cues: [{ start: 0, end: 1, text }], language: 'en', seconds: 1 })
    const { captions } = (await call(`GET /gallery/videos/${id}/captions`)).body as unknown as { captions: Caption[] }
    const { cues } = (await call(`GET /gallery/videos/${id}/transcript`)).body as unknown as { cues: { text: string }[] }
    return { captions, said: cues.map((cue) => cue.text) }
  }
  await recognise('helo')
  const second = await recognise('hallo')
  expect(second).toMatchObject({ captions: [{ isReviewed: false }], said: ['hallo'] })
  const corrected = { content: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello', version: 1 }
  const { body } = await call(`PUT /gallery/videos/${id}/captions/${second.captions[0]?.id}`, corrected)
  expect(body['caption']).toMatchObject({ source: 'automatic', isReviewed: true })
  expect(await recognise('helo')).toMatchObject({ captions: [{ id: second.captions[0]?.id, isReviewed: true }], said: ['Hello'] })
})
