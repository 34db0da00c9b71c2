import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caption, Transcription } from '@video-forge/contract/captions'
import { clipFolder, makeClip, testMediaTools } from '@video-forge/media/testing/clips'
import { builtSpeechProgram } from '@video-forge/media/testing/speech-program'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { newUser, type Session } from '../../testing/people.ts'
import { databaseAt } from '../../testing/services/database-at.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openSite, type Site } from '../../testing/site.ts'
import { insertVideo } from '../../testing/video-rows.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { createTranscriber } from './transcriber.ts'

interface Place {
  environment: Record<string, string>
  /** The storage of the site. */
  open: (dataDir: string) => Promise<Storage>
}

const waiting = { status: 'waiting', progress: 0, language: 'en', message: null }
const spoken = 'The small dog sleeps under a very old tree.'

/** Making automatic captions, with the files on every storage. */
export function transcriberSuite(name: string, choose: () => Promise<Place>): void {
  describe(`${name}: the transcriber`, () => {
    const clips = clipFolder()
    const program = builtSpeechProgram()
    let site: Site
    let database: Database
    let storage: Storage
    let owner: Session
    let folder: string
    let mediaTools: Awaited<ReturnType<typeof testMediaTools>>
    beforeAll(async () => {
      const { environment, open } = await choose()
      // Without a worker: requests wait for the transcriber of a test.
      site = await openSite({ ROLE: 'api', ...environment })
      const { databaseUrl: url, dataDir } = site.product
      database = await databaseAt(url)
      storage = await open(dataDir)
      owner = await newUser(site.product, site.mailbox)
      folder = await mkdtemp(join(tmpdir(), 'vf-transcriber-'))
      mediaTools = await testMediaTools()
    })
    afterAll(async () => {
      await database.close()
      await site.stop()
      await rm(folder, { recursive: true })
    })

    const call = (key: string, body?: object) => site.product.call(key, { token: owner.tokens.idToken, ...(body && { body }) })
    const ask = (id: string) => call(`POST /gallery/videos/${id}/captions/automatic`, {})
    const captionsOf = async (id: string) => {
      const { captions, transcription } = (await call(`GET /gallery/videos/${id}/captions`)).body
      return { captions: captions as Caption[], transcription: transcription as Transcription | null }
    }
    const hasStatus = (id: string, status: Transcription['status']) =>
      vi.waitFor(async () => expect((await captionsOf(id)).transcription?.status).toBe(status), { timeout: 90_000 })
    const start = ({
      log = silentLog,
      ownProgram = program(),
      modelFolder,
    }: {
      log?: Logger
      ownProgram?: string
      modelFolder?: string
    } = {}) => {
      const folders = { scratch: folder, cacheFolder: join(folder, 'cache'), modelFolder }
      const deps = { db: database.db, storage, mediaTools, ...folders, program: ownProgram, log, renewMs: 20 }
      const transcriber = createTranscriber(deps)
      onTestFinished(() => transcriber.stop())
      return transcriber
    }
    const sound = (source: string, file: string) => makeClip(clips.path(file), '-f', 'lavfi', '-i', source, '-c:a', 'aac')
    /** A video with a rendition, as a job leaves it. */
    const videoOf = async (clip: string) => {
      const id = await insertVideo(site.sql, owner.user.id, {})
      const key = `videos/${id}/1/480p.mp4`
      await storage.put(key, createReadStream(clip))
      await site.sql.query(`update videos set audio_codec = 'aac' where id = $1`, [id])
      const job = `insert into jobs (id, user_id, input_source, output_formats, status) values ($1, $2, 'x', '{480p}', 'COMPLETED')`
      await site.sql.query(job, [id, owner.user.id])
      await site.sql.query(
        `insert into assets (id, job_id, asset_type, storage_key, filename, content_type, file_size)
         values ($1, $2, 'MP4_480P', $3, '480p.mp4', 'video/mp4', 1000)`,
        [newId(), id, key],
      )
      return id
    }

    test('makes captions that are marked and found in the transcript and by the search', async () => {
      const id = await videoOf(await sound(`flite=text='${spoken}':voice=slt`, 'speech.mp4'))
      await ask(id)
      await start().task.run()
      await vi.waitFor(async () => expect((await captionsOf(id)).captions).toHaveLength(1), { timeout: 90_000 })
      const { captions, transcription } = await captionsOf(id)
      expect(transcription).toBeNull()
      expect(captions).toMatchObject([{ language: 'en', label: 'English', source: 'automatic', isDefault: true, isReviewed: false }])
      expect((await (await fetch(captions[0]?.url ?? '')).text()).toLowerCase()).toContain('dog')
      const { body } = await call(`GET /gallery/videos/${id}/transcript?q=TREE`)
      expect(body).toMatchObject({ source: 'automatic', cues: [{ text: expect.stringMatching(/tree/i) }] })
      const { results } = (await call('GET /gallery/search?q=sleeping+trees+dog')).body
      expect(results).toMatchObject([{ video: { id }, matches: [{ captionId: captions[0]?.id, text: expect.stringMatching(/tree/i) }] }])
    })

    test('says so when nobody speaks, and when the program cannot start', async () => {
      const id = await videoOf(await sound('sine=440:d=2', 'tone.mp4'))
      await ask(id)
      await start().task.run()
      await hasStatus(id, 'failed')
      expect((await captionsOf(id)).transcription?.message).toBe('Nobody speaks in this video, or too quietly to be understood.')
      await ask(id)
      await start({ ownProgram: join(folder, 'missing.js') }).task.run()
      await hasStatus(id, 'failed')
      expect((await captionsOf(id)).transcription?.message).not.toContain('missing.js')
      await ask(id)
      await start({ modelFolder: join(folder, 'no-model') }).task.run()
      await hasStatus(id, 'failed')
      expect((await captionsOf(id)).transcription?.message).toBe(
        'The speech model of this site cannot be used. The log of the worker says why.',
      )
    })

    test('says nothing of a video in which nobody speaks, if nobody has asked', async () => {
      const id = await videoOf(await sound('sine=440:d=1', 'music.mp4'))
      await site.sql.query(`insert into transcriptions (video_id, user_id, language, is_asked) values ($1, $2, 'en', false)`, [
        id,
        owner.user.id,
      ])
      const { task } = start()
      const isForgotten = async () => {
        await task.run()
        expect(await captionsOf(id)).toMatchObject({ captions: [], transcription: null })
      }
      await vi.waitFor(isForgotten, { timeout: 90_000, interval: 500 })
    })

    test('goes on while the database cannot be reached', async () => {
      const id = await videoOf(await sound(`flite=text='${`${spoken} `.repeat(5)}':voice=slt`, 'interrupted.mp4'))
      await ask(id)
      let reportWarning = () => {}
      const warned = new Promise<void>((resolve) => {
        reportWarning = resolve
      })
      const log = pino({ level: 'warn' }, { write: () => reportWarning() })
      await start({ log }).task.run()
      await hasStatus(id, 'running')
      await site.sql.query('alter table transcriptions rename to hidden')
      await warned
      await site.sql.query('alter table hidden rename to transcriptions')
      await vi.waitFor(async () => expect((await captionsOf(id)).captions).toHaveLength(1), { timeout: 90_000 })
    })

    test('ends when the request is removed, and gives it back when the process stops', async () => {
      const id = await videoOf(await sound(`flite=text='${`${spoken} `.repeat(60)}':voice=slt`, 'long.mp4'))
      await ask(id)
      const first = start()
      await first.task.run()
      await hasStatus(id, 'running')
      await first.stop()
      expect((await captionsOf(id)).transcription).toEqual(waiting)
      const second = start()
      await second.task.run()
      await hasStatus(id, 'running')
      expect((await call(`DELETE /gallery/videos/${id}/captions/automatic`)).status).toBe(200)
      // Another request is taken only when the first has ended.
      const next = await videoOf(await sound('sine=440:d=1', 'short.mp4'))
      await ask(next)
      const isNextDone = async () => {
        await second.task.run()
        expect((await captionsOf(next)).transcription?.status).toBe('failed')
      }
      await vi.waitFor(isNextDone, { timeout: 90_000, interval: 500 })
      expect(await captionsOf(id)).toMatchObject({ captions: [], transcription: null })
    })
  })
}
