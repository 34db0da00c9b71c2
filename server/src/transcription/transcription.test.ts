import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Caption, Transcription } from '@video-forge/contract/captions'
import { clipFolder, makeClip, testMediaTools } from '@video-forge/media/testing/clips'
import { builtSpeechProgram } from '@video-forge/media/testing/speech-program'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { newUser, type Session } from '../../testing/people.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openSite } from '../../testing/site.ts'
import { insertVideo } from '../../testing/video-rows.ts'
import { openDatabase } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { openLocalStorage } from '../platform/storage/local-storage.ts'
import { createTranscriber } from './transcriber.ts'
import { leaseTranscription, renewLease } from './transcriptions.ts'

// Without a worker: requests wait for the transcriber of a test.
const site = await openSite({ ROLE: 'api' })
const { product, sql } = site
const database = await openDatabase({ database: { kind: 'external', url: product.databaseUrl }, dataDir: '/nonexistent' }, silentLog)
const { db } = database
const storage = await openLocalStorage({ folder: join(product.dataDir, 'storage'), linkBase: 'http://localhost', secret: 's'.repeat(32) })
const mediaTools = await testMediaTools()
const clips = clipFolder()
const program = builtSpeechProgram()
const folder = await mkdtemp(join(tmpdir(), 'vf-transcription-'))
afterAll(async () => {
  await database.close()
  await site.stop()
  await rm(folder, { recursive: true })
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

describe('the transcriber', () => {
  const start = (more: { program?: string } = {}) => {
    const deps = { db, storage, mediaTools, scratch: folder, cacheFolder: join(folder, 'cache'), modelFolder: undefined, log: silentLog }
    const transcriber = createTranscriber({ ...deps, program: program(), renewMs: 20, ...more })
    onTestFinished(() => transcriber.stop())
    return transcriber
  }
  /** A video with a rendition, as a job leaves it. */
  const videoOf = async (clip: string) => {
    const id = await newVideo()
    const key = `videos/${id}/1/480p.mp4`
    await mkdir(dirname(storage.localPath(key)), { recursive: true })
    await copyFile(clip, storage.localPath(key))
    await sql.query(`insert into jobs (id, user_id, input_source, output_formats, status) values ($1, $2, 'x', '{480p}', 'COMPLETED')`, [
      id,
      owner.user.id,
    ])
    await sql.query(
      `insert into assets (id, job_id, asset_type, storage_key, filename, content_type, file_size)
       values ($1, $2, 'MP4_480P', $3, '480p.mp4', 'video/mp4', 1000)`,
      [newId(), id, key],
    )
    return id
  }
  const sound = (source: string, name: string) => makeClip(clips.path(name), '-f', 'lavfi', '-i', source, '-c:a', 'aac')
  const spoken = 'The small dog sleeps under a very old tree.'

  test('makes captions that are marked, searched in the transcript, and replaced when asked again', async () => {
    const id = await videoOf(await sound(`flite=text='${spoken}':voice=slt`, 'speech.mp4'))
    await ask(id)
    await start().task.run()
    await vi.waitFor(async () => expect((await captionsOf(id)).captions).toHaveLength(1), { timeout: 90_000 })
    const { captions, transcription } = await captionsOf(id)
    expect(transcription).toBeNull()
    expect(captions).toMatchObject([{ language: 'en', label: 'English', source: 'automatic', isDefault: true, isReviewed: false }])
    expect((await (await fetch(captions[0]?.url ?? '')).text()).toLowerCase()).toContain('dog')
    const { body } = await call(`GET /gallery/videos/${id}/transcript?q=TREE`, null)
    expect(body).toMatchObject({ source: 'automatic', cues: [{ text: expect.stringMatching(/tree/i) }] })
  })

  test('says so when nobody speaks, and when the program cannot start', async () => {
    const id = await videoOf(await sound('sine=440:d=2', 'tone.mp4'))
    await ask(id)
    const failed = () => vi.waitFor(async () => expect((await captionsOf(id)).transcription?.status).toBe('failed'), { timeout: 90_000 })
    await start().task.run()
    await failed()
    expect((await captionsOf(id)).transcription?.message).toBe('Nobody speaks in this video, or too quietly to be understood.')
    await ask(id)
    await start({ program: join(folder, 'missing.js') }).task.run()
    await failed()
    expect((await captionsOf(id)).transcription?.message).not.toContain('missing.js')
  })

  test('ends when the request is removed, and gives it back when the process stops', async () => {
    const id = await videoOf(await sound(`flite=text='${`${spoken} `.repeat(60)}':voice=slt`, 'long.mp4'))
    const isRunning = () =>
      vi.waitFor(async () => expect((await captionsOf(id)).transcription?.status).toBe('running'), { timeout: 30_000 })
    await ask(id)
    const first = start()
    await first.task.run()
    await isRunning()
    await first.stop()
    expect((await captionsOf(id)).transcription).toEqual(waiting)
    const second = start()
    await second.task.run()
    await isRunning()
    expect((await cancel(id)).status).toBe(200)
    // Another request is only taken when the first has ended.
    const next = await videoOf(await sound('sine=440:d=1', 'short.mp4'))
    await ask(next)
    await vi.waitFor(
      async () => {
        await second.task.run()
        expect((await captionsOf(next)).transcription?.status).toBe('failed')
      },
      { timeout: 90_000, interval: 500 },
    )
    expect(await captionsOf(id)).toMatchObject({ captions: [], transcription: null })
  })
})
