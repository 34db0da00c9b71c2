import type { Job } from '@video-forge/contract/jobs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openLedger } from '../../testing/jobs.ts'
import { clipFile } from '../../testing/media/clips.ts'
import { newUser } from '../../testing/people.ts'
import { databaseAt } from '../../testing/services/database-at.ts'
import { ended, openSite } from '../../testing/site.ts'
import { requestUnasked, type UnaskedRules } from './request-unasked.ts'

// Without a worker: the tests publish.
const site = await openSite({ ROLE: 'api' })
const database = await databaseAt(site.product.databaseUrl)
const owner = await newUser(site.product, site.mailbox)
afterAll(async () => {
  await database.close()
  await site.stop()
})

const call = (key: string, body?: unknown) => site.product.call(key, { token: owner.tokens.idToken, ...(body !== undefined && { body }) })
const asked = async (id: string) =>
  (await site.sql.query('select language, status from transcriptions where video_id = $1', [id])).rows as { language: string }[]

const english: UnaskedRules = { mode: 'auto', siteLanguage: undefined, languages: ['en'] }
const ledgerOf = (rules: UnaskedRules) =>
  openLedger(database.db, { onPublished: (transaction, id, heard) => requestUnasked(transaction, id, rules, heard) })

interface Published {
  rules?: Partial<UnaskedRules>
  /** Of the audio track; null where the file does not say it. */
  tag?: string | null
  audioCodec?: string | null
  /** Sent with the job. */
  wish?: object
  before?: (id: string) => Promise<unknown>
}

const asset = (id: string, lease: number) => ({
  type: 'TRANSCODE_480' as const,
  key: `videos/${id}/${lease}/480p.mp4`,
  ...{ filename: '480p.mp4', contentType: 'video/mp4', size: 10, width: 8, height: 8, details: {} },
})
const source = { duration: 5, width: 8, height: 8, videoCodec: 'h264', originalMime: null }

/** A video of a URL, published as a worker does it. */
async function publish({ rules, tag = null, audioCodec = 'aac', wish = {}, before }: Published): Promise<string> {
  const { body } = await call('POST /jobs', { inputSource: 'https://example.com/talk.mp4', outputFormats: ['480p'], ...wish })
  const { id } = body['job'] as Job
  const ledger = ledgerOf({ ...english, ...rules })
  const claim = await ledger.claim(id)
  if (!claim) throw new Error('the job was not claimed')
  await ledger.noteSource(claim, { ...source, audioCodec, audioLanguage: tag })
  await before?.(id)
  expect(await ledger.publish(claim, { assets: [asset(id, claim.leaseNumber)], notes: [] })).toBe(true)
  return id
}

const addCaption = (language: string) => (id: string) =>
  call(`POST /gallery/videos/${id}/captions`, { language, content: 'WEBVTT\n\n00:01.000 --> 00:02.000\nMine' })

describe('captions are asked for when a video is published', () => {
  test.each<[string, Published, string]>([
    ['by the tag of its audio track', { tag: 'en' }, 'en'],
    ['by the choice of its owner', { wish: { language: 'en-GB' } }, 'en-GB'],
    ['by the choice of its owner before the tag', { wish: { language: 'en' }, tag: 'de' }, 'en'],
    ['by the language of the site', { rules: { siteLanguage: 'en' } }, 'en'],
    ['by the tag before the language of the site', { rules: { siteLanguage: 'de', languages: ['en', 'de'] }, tag: 'en' }, 'en'],
    ['although it has captions in another language', { tag: 'en', before: addCaption('de') }, 'en'],
  ])('%s', async (_name, published, language) => {
    expect(await asked(await publish(published))).toEqual([{ language, status: 'waiting' }])
  })

  test('in the same transaction: without the publication there is no request', async () => {
    const { body } = await call('POST /jobs', { inputSource: 'https://example.com/a.mp4', outputFormats: ['480p'], language: 'en' })
    const { id } = body['job'] as Job
    const rows: unknown[] = []
    const ledger = openLedger(database.db, {
      mayKeep: async () => {
        throw new Error('killed before the commit')
      },
      onPublished: async (transaction, videoId) => {
        await requestUnasked(transaction, videoId, english)
        rows.push(...(await transaction.selectFrom('transcriptions').select('language').where('video_id', '=', videoId).execute()))
      },
    })
    const claim = await ledger.claim(id)
    if (!claim) throw new Error('the job was not claimed')
    await ledger.noteSource(claim, { ...source, audioCodec: 'aac', audioLanguage: null })
    await expect(ledger.publish(claim, { assets: [asset(id, claim.leaseNumber)], notes: [] })).rejects.toThrow('killed')
    expect(rows).toEqual([{ language: 'en' }])
    expect(await asked(id)).toEqual([])
  })
})

describe('no captions are asked for', () => {
  test.each<[string, Published]>([
    ['when nobody says what is spoken', {}],
    ['in a language that the model does not have', { tag: 'de' }],
    ['in the language of the site when the tag says another one', { tag: 'de', rules: { siteLanguage: 'en' } }],
    ['when the choice is off', { tag: 'en', wish: { captions: 'off' } }],
    ['without sound', { tag: 'en', audioCodec: null }],
    ['when there are captions in this language', { tag: 'en', before: addCaption('en-US') }],
    ['when captions are made on request', { tag: 'en', rules: { mode: 'manual' } }],
    ['when captions are switched off', { tag: 'en', rules: { mode: 'off' } }],
    ['when no model can be used', { tag: 'en', rules: { languages: [] } }],
  ])('%s', async (_name, published) => {
    expect(await asked(await publish(published))).toEqual([])
  })
})

describe('a new file', () => {
  /** As if an upload of the same owner had replaced it. */
  async function replace(id: string, rules: Partial<UnaskedRules> = {}, audioCodec: string | null = 'aac'): Promise<void> {
    await site.sql.query(`update jobs set status = 'PENDING' where id = $1`, [id])
    await site.sql.query(
      `insert into replacements (video_id, user_id, upload_key, original_key, original_name, bytes, duration, width, height, video_codec)
       values ($1::uuid, $2, 'u', 'videos/' || $1::uuid || '/original/' || gen_random_uuid(), 'new.mp4', 10, 5, 8, 8, 'h264')`,
      [id, owner.user.id],
    )
    const ledger = ledgerOf({ ...english, ...rules })
    const claim = await ledger.claim(id)
    if (!claim) throw new Error('the job was not claimed')
    await ledger.noteSource(claim, { ...source, audioCodec, audioLanguage: null })
    expect(await ledger.publish(claim, { assets: [asset(id, claim.leaseNumber)], notes: [] })).toBe(true)
  }
  const addAutomatic = (id: string, isReviewed: boolean) =>
    site.sql.query(
      `insert into captions (id, video_id, language, label, source, is_reviewed, content, bytes)
       values (gen_random_uuid(), $1, 'en', 'English', 'automatic', $2, 'WEBVTT', 6)`,
      [id, isReviewed],
    )
  const sourcesOf = async (id: string) => (await site.sql.query('select source from captions where video_id = $1', [id])).rows

  test('has its captions made again, also where they are made on request', async () => {
    const id = await publish({})
    await addAutomatic(id, false)
    await replace(id, { mode: 'manual' })
    expect(await sourcesOf(id)).toEqual([])
    expect(await asked(id)).toEqual([{ language: 'en', status: 'waiting' }])
    await site.sql.query(
      `update transcriptions set status = 'running', lease = gen_random_uuid(), leased_until = now() + interval '1 minute'`,
    )
    await replace(id, { mode: 'manual' })
    expect(await asked(id)).toEqual([{ language: 'en', status: 'waiting' }])
  })

  test('keeps corrected captions, and nothing is asked for without sound or where captions are off', async () => {
    const corrected = await publish({})
    await addAutomatic(corrected, true)
    await replace(corrected, { siteLanguage: 'en' })
    expect([await sourcesOf(corrected), await asked(corrected)]).toEqual([[{ source: 'automatic' }], []])
    const silent = await publish({ tag: 'en' })
    expect(await asked(silent)).toHaveLength(1)
    await replace(silent, {}, null)
    expect(await asked(silent)).toEqual([])
    const off = await publish({})
    await addAutomatic(off, false)
    await replace(off, { mode: 'off' })
    expect([await sourcesOf(off), await asked(off)]).toEqual([[], []])
  })
})

describe('the choice of an owner', () => {
  const choiceOf = async (id: string) =>
    ((await call(`GET /gallery/videos/${id}`)).body['video'] as Record<string, unknown>)['captionChoice']

  test('is kept when it is omitted, and seen only by those who may edit', async () => {
    const id = await publish({ wish: { captions: 'off', language: 'eng' } })
    const choice = { captions: 'off', language: 'en' }
    expect(await choiceOf(id)).toEqual(choice)
    await call(`PATCH /gallery/videos/${id}`, { title: 'Another title' })
    expect(await choiceOf(id)).toEqual(choice)
    expect((await site.product.call(`GET /gallery/videos/${id}`)).body['video']).toMatchObject({ captionChoice: null })
    await call(`PATCH /gallery/videos/${id}`, { language: null })
    expect(await choiceOf(id)).toEqual({ captions: 'off', language: null })
    expect((await call(`PATCH /gallery/videos/${id}`, { language: 'klingon' })).status).toBe(400)
    expect((await call(`PATCH /gallery/videos/${id}`, { language: 'und' })).status).toBe(400)
  })

  test('has captions made of a video that is ready', async () => {
    const id = await publish({})
    await call(`PATCH /gallery/videos/${id}`, { title: 'Talk' })
    expect(await asked(id)).toEqual([])
    await call(`PATCH /gallery/videos/${id}`, { language: 'en' })
    expect(await asked(id)).toEqual([{ language: 'en', status: 'waiting' }])
  })

  test('of an upload is stored when it is confirmed', async () => {
    const { body } = await call('POST /upload/generate-url', { filename: 'a.mp4', contentType: 'video/mp4' })
    const clip = await clipFile('plain.mp4', ['-f', 'lavfi', '-i', 'testsrc=s=64x64:r=5:d=1', '-pix_fmt', 'yuv420p'])
    const headers = { 'Content-Type': 'video/mp4' }
    await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clip), headers })
    const made = await call('POST /upload/confirm', { s3Key: body['s3Key'], captions: 'off', language: 'de' })
    const { id } = made.body['video'] as { id: string }
    expect(await choiceOf(id)).toEqual({ captions: 'off', language: 'de' })
    // A job that says nothing of it changes nothing.
    await call('POST /jobs', { inputSource: body['s3Key'], outputFormats: ['480p'] })
    expect(await choiceOf(id)).toEqual({ captions: 'off', language: 'de' })
  })
})

test('the whole product finds the language in a file, and its worker says what it can recognise', { timeout: 120_000 }, async () => {
  const whole = await openSite()
  try {
    const inputs = ['-f', 'lavfi', '-i', 'testsrc=s=64x64:r=5:d=1', '-f', 'lavfi', '-i', 'sine=440:d=1']
    const clip = await clipFile('english.mp4', [...inputs, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-metadata:s:a:0', 'language=eng'])
    const { body } = await whole.asAdmin('POST /upload/generate-url', { filename: 'a.mp4', contentType: 'video/mp4' })
    const headers = { 'Content-Type': 'video/mp4' }
    await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clip), headers })
    const made = await whole.asAdmin('POST /jobs', { inputSource: body['s3Key'], outputFormats: ['480p'] })
    const { id } = made.body['job'] as Job
    expect(await ended(whole, id)).toBe('COMPLETED')
    // The worker may have listened to it already.
    const { rows } = await whole.sql.query(
      'select audio_language from videos join transcription_changes on job_id = videos.id where videos.id = $1',
      [id],
    )
    expect(rows).toEqual([{ audio_language: 'en' }])
    const readStatus = async () => (await whole.asAdmin('GET /jobs/admin/processing-status')).body['status']
    await vi.waitFor(async () => expect(await readStatus()).toMatchObject({ workers: [{}] }), { timeout: 60_000 })
    expect(await readStatus()).toMatchObject({
      captions: { mode: 'auto', models: [{ name: 'Moonshine tiny', languages: ['en'], folder: null, problem: null }] },
    })
    expect((await whole.asAdmin('GET /captions/automatic')).body).toMatchObject({ mode: 'auto', languages: ['en'], siteLanguage: null })
  } finally {
    await whole.stop()
  }
})
