import { dirname } from 'node:path'
import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Job } from '@video-forge/contract/jobs'
import { afterAll, expect, test, vi } from 'vitest'
import { clipFile } from '../../../testing/media/clips.ts'
import { useShortSample } from '../../../testing/media/short-sample.ts'
import { signInAdmin } from '../../../testing/people.ts'
import { startProduct } from '../../../testing/product.ts'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl } from '../../../testing/services/scale-services.ts'
import { openS3Storage } from '../../platform/storage/s3-storage.ts'

const { client, config } = await createBucket()
afterAll(() => client.destroy())
const storage = openS3Storage(client, config.bucket)
const product = await startProduct({ DATABASE_URL: await createScaleDatabaseUrl(), ...bucketEnvironment(config) })
afterAll(() => product.stop())
await useShortSample(product.dataDir)
const { tokens } = await signInAdmin(product)
const call = (key: string, body?: unknown) => product.call(key, { token: tokens.idToken, ...(body !== undefined && { body }) })

test('a frame and a picture are stored in the bucket, and the one before is deleted', { timeout: 120_000 }, async () => {
  const { body } = await call('POST /jobs', { inputSource: 'local-sample.mp4', outputFormats: ['480p'], visibility: 'public' })
  const { id } = body['job'] as Job
  const isCompleted = async () => expect(((await call(`GET /jobs/${id}`)).body['job'] as Job).status).toBe('COMPLETED')
  await vi.waitFor(isCompleted, { timeout: 100_000, interval: 200 })
  const stored = async () => {
    const keys: string[] = []
    for await (const { key } of storage.list(`videos/${id}/thumbnail/`)) keys.push(key)
    return keys
  }
  const pictureAt = async (address: string | null) => {
    const answer = await fetch(String(address))
    return [
      answer.status,
      answer.headers.get('content-type'),
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString('hex'),
    ]
  }

  const made = (await call(`GET /gallery/videos/${id}`)).body['video'] as VideoDetails
  expect(await pictureAt(made.cardUrl)).toEqual([200, 'image/webp', Buffer.from('RI').toString('hex')])
  const frame = (await call(`POST /gallery/videos/${id}/thumbnail`, { time: 0.5 })).body['video'] as VideoDetails
  expect(await pictureAt(frame.thumbnailUrl)).toEqual([200, 'image/jpeg', 'ffd8'])
  const first = await stored()
  expect(first).toHaveLength(2)
  expect(await pictureAt(frame.cardUrl)).toEqual([200, 'image/webp', Buffer.from('RI').toString('hex')])

  const content = await clipFile('yellow.png', ['-f', 'lavfi', '-i', 'color=yellow:s=400x300', '-frames:v', '1'])
  const answer = await fetch(`${product.url}/prod/api/gallery/videos/${id}/thumbnail`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${tokens.idToken}` },
    body: new Uint8Array(content),
  })
  const { video } = (await answer.json()) as { video: VideoDetails }
  expect([new URL(String(video.thumbnailUrl)).search, await pictureAt(video.thumbnailUrl)]).toEqual(['?v=2', [200, 'image/jpeg', 'ffd8']])
  const later = expect.not.stringContaining(dirname(String(first[0])))
  await vi.waitFor(async () => expect(await stored()).toEqual([later, later]), { timeout: 30_000 })
})
