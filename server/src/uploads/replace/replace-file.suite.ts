import type { Job } from '@video-forge/contract/jobs'
import { sentences } from '@video-forge/contract/sentences'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { streamOf } from '../../../testing/media/bytes.ts'
import { type ReplaceSite, stopReplaceSite } from '../../../testing/replace-site.ts'

const jobOf = ({ body }: { body: Record<string, unknown> }) => body['job'] as Job

/** Replacing the file of a video, on every storage. */
export function replaceFileSuite(name: string, open: () => Promise<ReplaceSite>): void {
  describe(`${name}: replacing the file of a video`, () => {
    let its: ReplaceSite
    beforeAll(async () => {
      its = await open()
    })
    afterAll(() => stopReplaceSite(its))

    test('the old version stays until the new one is published; then only the new one is there', async () => {
      const id = await its.publishedVideo('first')
      const before = await its.played(id)
      const answer = await its.replace(id, await its.upload())
      expect([answer.status, jobOf(answer)]).toMatchObject([200, { id, status: 'PENDING', progress: 0 }])
      const claim = await its.claim(id)
      await its.ledger.noteSource(claim, {
        duration: 1,
        width: 8,
        height: 8,
        videoCodec: 'h264',
        audioCodec: null,
        audioLanguage: null,
        originalMime: null,
      })
      expect(await its.played(id)).toEqual(before)
      expect(await its.details(id)).toMatchObject({ status: 'ready', processing: true, duration: expect.closeTo(2, 0), title: 'Launch' })

      expect(await its.publish(claim, 'second')).toBe(true)
      const after = await its.played(id)
      expect(after.text).toBe('second')
      expect(after.address).not.toBe(before.address)
      expect(await its.details(id)).toMatchObject({
        id,
        status: 'ready',
        processing: false,
        duration: 1,
        title: 'Launch',
        resolution: '8x8',
      })
      const upload = claim.originalKey?.split('/')[3]
      expect(await its.filesOf(id)).toEqual(['2/480p.mp4', '2/storyboard.jpg', '2/thumbnail.jpg', `original/${upload}/source.mp4`])
      const job = jobOf(await its.call(`GET /jobs/${id}`, its.owner))
      expect(job).toMatchObject({ status: 'COMPLETED', source_name: 'New take.mp4', asset_count: 3 })
    })

    test('an address of the old version leads to the new one, but never in the middle of a file', async () => {
      const id = await its.publishedVideo('first')
      const { address } = await its.played(id)
      await its.replace(id, await its.upload())
      await its.publish(await its.claim(id), 'second')
      // The process that answers hears of the publication a moment later.
      await vi.waitFor(async () => expect(await (await fetch(address)).text()).toBe('second'))
      expect(await (await fetch(address, { headers: { range: 'bytes=0-' } })).text()).toBe('second')
      expect((await fetch(address, { headers: { range: 'bytes=2-3' } })).status).toBe(404)
      expect((await fetch(address.replace('480p.mp4', 'master.m3u8'))).status).toBe(200)
      expect((await fetch(address.replace('480p.mp4', '480p.m3u8'))).status).toBe(404)
      expect((await fetch(address.replace('/public/', '/public~2/'))).status).toBe(404)
    })

    test('a failed job leaves everything as it is, says so, and its file is not kept', async () => {
      const id = await its.publishedVideo('first')
      const files = await its.filesOf(id)
      const before = await its.details(id, its.owner)
      await its.replace(id, await its.upload())
      const claim = await its.claim(id)
      await its.storage.put(`videos/${id}/${claim.leaseNumber}/480p.mp4`, streamOf('half'))
      const sentence = `The file is damaged. ${sentences.versionStays}`
      expect(await its.ledger.fail(claim, { cause: 'damaged', sentence, detail: undefined })).toBe(true)
      expect(await its.ledger.isPublished(claim)).toBe(false)
      expect(await its.filesOf(id)).toEqual(files)
      expect((await its.played(id)).text).toBe('first')
      expect(await its.details(id, its.owner)).toEqual({ ...before, jobStatus: 'FAILED' })
      const retry = await its.call(`POST /jobs/${id}/retry`, its.owner)
      expect([retry.status, retry.body.message]).toEqual([409, expect.stringContaining('Upload it again')])
      // Another try is welcome.
      expect((await its.replace(id, await its.upload())).status).toBe(200)
      await its.publish(await its.claim(id), 'second')
      expect((await its.played(id)).text).toBe('second')
    })

    test('so does a cancelled one, whose worker publishes too late', async () => {
      const id = await its.publishedVideo('first')
      const files = await its.filesOf(id)
      await its.replace(id, await its.upload())
      const claim = await its.claim(id)
      expect((await its.call(`POST /jobs/${id}/cancel`, its.owner)).status).toBe(200)
      expect(await its.publish(claim, 'second')).toBe(false)
      expect((await its.played(id)).text).toBe('first')
      expect(await its.filesOf(id)).toEqual(files)
    })

    test('a repeated call answers with the same job; another file has to wait', async () => {
      const id = await its.publishedVideo('first')
      const [one, two] = [await its.upload(), await its.upload()]
      const answers = await Promise.all([its.replace(id, one), its.replace(id, two)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const [taken, other] = answers[0]?.status === 200 ? [one, two] : [two, one]
      expect((await its.replace(id, taken)).status).toBe(200)
      const refused = await its.replace(id, other)
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('being processed')])
      await its.publish(await its.claim(id), 'second')
      expect(jobOf(await its.replace(id, taken))).toMatchObject({ status: 'COMPLETED' })
      expect((await its.replace(id, other)).status).toBe(200)
      await its.publish(await its.claim(id), 'third')
      expect((await its.played(id)).text).toBe('third')
    })

    test('an upload that was used cannot become a video of its own', async () => {
      const id = await its.publishedVideo('first')
      const s3Key = await its.upload()
      await its.replace(id, s3Key)
      expect((await its.call('POST /upload/confirm', its.owner, { s3Key })).status).toBe(404)
      expect((await its.call(`DELETE /upload/${s3Key.split('/')[1]}`, its.owner)).status).toBe(404)
    })

    test('is refused for whom and what it is not meant for', async () => {
      const open = await its.publishedVideo('first')
      const hidden = await its.publishedVideo('first', 'private')
      const s3Key = await its.upload()
      const foreign = await its.upload(undefined, its.stranger)
      const admin = { key: 'POST /gallery/videos/{id}/replace', body: { s3Key: foreign } }
      expect((await its.replace(open, foreign, its.stranger)).status).toBe(403)
      expect((await its.replace(hidden, foreign, its.stranger)).status).toBe(404)
      expect((await its.site.asAdmin(admin.key.replace('{id}', open), admin.body)).status).toBe(403)
      expect((await its.call(`POST /gallery/videos/${open}/replace`, undefined, { s3Key })).status).toBe(401)
      expect((await its.replace(open, foreign)).status).toBe(404)
      expect((await its.replace(open, 'videos/x/original/source.mp4')).status).toBe(400)
      const text = await its.replace(open, await its.upload(Buffer.from('not a video')))
      expect([text.status, text.body.message]).toEqual([415, sentences.uploadWrongType])
      const { body } = await its.call('POST /upload/generate-url', its.owner, { filename: 'a.mp4', contentType: 'video/mp4' })
      const absent = await its.replace(open, String(body['s3Key']))
      expect([absent.status, absent.body.message]).toEqual([404, expect.stringContaining('has not been uploaded yet')])

      const first = await its.call('POST /jobs', its.owner, { inputSource: await its.upload(), outputFormats: ['480p'] })
      expect((await its.replace(jobOf(first).id, s3Key)).status).toBe(409)
      const draft = await its.upload()
      await its.call('POST /upload/confirm', its.owner, { s3Key: draft })
      const early = await its.replace(String(draft.split('/')[1]), s3Key)
      expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('was not processed yet')])
    })

    test('a video whose first job failed gets its file replaced too', async () => {
      const { body } = await its.call('POST /jobs', its.owner, { inputSource: await its.upload(), outputFormats: ['480p'] })
      const { id } = body['job'] as Job
      await its.ledger.fail(await its.claim(id), { cause: 'damaged', sentence: 'Damaged.', detail: undefined })
      expect((await its.replace(id, await its.upload())).status).toBe(200)
      await its.publish(await its.claim(id), 'second')
      expect((await its.played(id, its.owner)).text).toBe('second')
    })

    test('more qualities of the same file: the original, captions and everything people wrote stay', async () => {
      const id = await its.publishedVideo('first')
      await its.site.sql.query(
        `insert into captions (id, video_id, language, label, source, content, bytes) values ($1, $1, 'en', 'English', 'automatic', 'WEBVTT', 6)`,
        [id],
      )
      await its.site.sql.query('update videos set width = 1280, height = 720 where id = $1', [id])
      const before = await its.details(id, its.owner)
      expect(await its.makeFormats(id)).toBe(true)
      const claim = await its.claim(id)
      expect(claim).toMatchObject({ outputFormats: ['480p', '720p'], isReplacement: true })
      expect((await its.played(id)).text).toBe('first')
      expect(await its.publish(claim, 'second')).toBe(true)
      expect((await its.played(id)).text).toBe('second')
      expect(await its.filesOf(id)).toEqual(['2/480p.mp4', '2/storyboard.jpg', '2/thumbnail.jpg', 'original/source.mp4'])
      const { title, captions, chapters, duration } = await its.details(id, its.owner)
      expect({ title, duration, chapters, captions: captions.length }).toEqual({
        title: before.title,
        duration: before.duration,
        chapters: [],
        captions: 1,
      })
      // And again, when the new one fails.
      await its.site.sql.query(`delete from assets where job_id = $1 and asset_type = 'TRANSCODE_720'`, [id])
      await its.site.sql.query(`update jobs set output_formats = '{480p}' where id = $1`, [id])
      expect(await its.makeFormats(id)).toBe(true)
      expect(await its.ledger.fail(await its.claim(id), { cause: 'damaged', sentence: 'Damaged.', detail: undefined })).toBe(true)
      expect(await its.filesOf(id)).toContain('original/source.mp4')
      expect((await its.played(id)).text).toBe('second')
      const formats = async () => (await its.site.sql.query('select output_formats from jobs where id = $1', [id])).rows[0].output_formats
      expect(await formats()).toEqual(['480p'])
      // And when it is cancelled.
      expect(await its.makeFormats(id)).toBe(true)
      expect(await formats()).toEqual(['480p', '720p'])
      expect((await its.call(`POST /jobs/${id}/cancel`, its.owner)).status).toBe(200)
      expect(await formats()).toEqual(['480p'])
    })

    test('a running job keeps its video from being deleted; a deleted one leaves nothing', async () => {
      const id = await its.publishedVideo('first')
      await its.replace(id, await its.upload())
      const claim = await its.claim(id)
      expect((await its.call(`DELETE /gallery/videos/${id}`, its.owner)).status).toBe(409)
      await its.call(`POST /jobs/${id}/cancel`, its.owner)
      expect((await its.call(`DELETE /gallery/videos/${id}`, its.owner)).status).toBe(200)
      expect(await its.publish(claim, 'late')).toBe(false)
      expect(await its.filesOf(id)).not.toEqual([])
      expect((await its.call(`DELETE /trash/${id}`, its.owner)).status).toBe(200)
      expect(await its.filesOf(id)).toEqual([])
    })
  })
}
