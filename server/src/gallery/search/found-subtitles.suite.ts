import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchResult } from '@video-forge/contract/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clipFile } from '../../../testing/media/clips.ts'
import { newUser, type Session } from '../../../testing/people.ts'
import { ended, openSite, type Site } from '../../../testing/site.ts'

const contentType = 'video/mp4'

/** A clip with subtitles in it. */
async function clipThatSays(folder: string, name: string, text: string): Promise<Buffer> {
  const subtitles = join(folder, `${name}.srt`)
  await writeFile(subtitles, `1\n00:00:01,500 --> 00:00:02,000\n${text}\n`)
  const inputs = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=10:d=2', '-i', subtitles, '-map', '0:v', '-map', '1:s']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:s', 'mov_text']
  return clipFile(`${name}.mp4`, [...inputs, ...codecs, '-metadata:s:s:0', 'language=eng', '-movflags', '+faststart'])
}

/** The subtitles of uploads, as the pipeline keeps them, with the files on every storage. */
export function foundSubtitlesSuite(name: string, choose: () => Promise<Record<string, string>>): void {
  describe(`${name}: subtitles of an upload`, () => {
    let [site, owner, stranger]: [Site?, Session?, Session?] = []
    let folder = ''
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'vf-subtitles-'))
      site = await openSite(await choose())
      owner = await newUser(site.product, site.mailbox)
      stranger = await newUser(site.product, site.mailbox)
    })
    afterAll(async () => {
      await site?.stop()
      await rm(folder, { recursive: true })
    })

    const callAs = (who: Session | undefined, key: string, body?: object) => {
      if (!site) throw new Error('the site has not started')
      return site.product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body && { body }) })
    }
    const upload = async (clip: Buffer) => {
      const { body } = await callAs(owner, 'POST /upload/generate-url', { filename: 'talk.mp4', contentType })
      const headers = { 'Content-Type': contentType }
      await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clip), headers })
      return String(body['s3Key'])
    }
    const isDone = async (id: string) => {
      if (site) expect(await ended(site, id)).toBe('COMPLETED')
    }
    /** What a visitor, the owner and a stranger find. */
    const found = async (q: string) => {
      const answers = await Promise.all([undefined, owner, stranger].map((who) => callAs(who, `GET /gallery/search?q=${q}`)))
      return answers.map(({ body }) => (body['results'] as SearchResult[]).map(({ video, matches }) => [video.id, matches[0]?.start]))
    }

    test('are found with the job, follow a new file, and go with the video', { timeout: 120_000 }, async () => {
      const s3Key = await upload(await clipThatSays(folder, 'first', 'The aurochs are running'))
      const id = s3Key.split('/')[1] ?? ''
      const job = { inputSource: s3Key, outputFormats: ['480p'], visibility: 'private' }
      expect((await callAs(owner, 'POST /jobs', job)).status).toBe(201)
      await isDone(id)
      const hit = [[id, 1.5]]
      expect(await found('aurochs+run')).toEqual([[], hit, []])
      await callAs(owner, `PATCH /gallery/videos/${id}`, { visibility: 'public' })
      expect(await found('aurochs+run')).toEqual([hit, hit, hit])

      const newKey = await upload(await clipThatSays(folder, 'second', 'The dodos are running'))
      expect((await callAs(owner, `POST /gallery/videos/${id}/replace`, { s3Key: newKey })).status).toBe(200)
      await isDone(id)
      expect([await found('aurochs'), await found('dodo')]).toEqual([
        [[], [], []],
        [hit, hit, hit],
      ])
      await callAs(owner, `DELETE /gallery/videos/${id}`)
      expect(await found('dodo')).toEqual([[], [], []])
    })
  })
}
