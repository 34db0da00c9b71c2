import { expect, onTestFinished, test, vi } from 'vitest'
import { signInAdmin } from '../../testing/people.ts'
import { startProduct } from '../../testing/product.ts'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl, redisUrl } from '../../testing/services/scale-services.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { parseConfig } from '../config.ts'
import { openS3Storage } from '../platform/storage/s3-storage.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

async function place() {
  const { client, config } = await createBucket()
  onTestFinished(() => client.destroy())
  const environment = {
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: await createScaleDatabaseUrl(),
    ...bucketEnvironment(config),
  }
  return { environment, config: parseConfig(environment, '/'), storage: openS3Storage(client, config.bucket) }
}

/** Every key of the bucket with its bytes. */
async function contentOf(storage: Storage): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for await (const { key } of storage.list('')) {
    // Parts that were watched while the job ran are not part of a backup.
    if (key.includes('/parts-')) continue
    const object = await storage.get(key)
    content[key] = Buffer.concat((await object?.stream.toArray()) ?? []).toString('base64')
  }
  return content
}

test('a site on PostgreSQL and S3 is restored into another database and bucket', { timeout: 120_000 }, async () => {
  const [from, to, folder] = [await place(), await place(), await temporaryFolder()]
  const site = await startProduct({ ...from.environment, REDIS_URL: redisUrl() })
  onTestFinished(() => site.stop())
  const token = (await signInAdmin(site)).tokens.idToken
  const body = { inputSource: 'local-sample.mp4', outputFormats: ['480p'], title: 'Kept', visibility: 'public' }
  const { id } = (await site.call('POST /jobs', { token, body })).body['job'] as { id: string }
  const status = async () => ((await site.call(`GET /jobs/${id}`, { token })).body['job'] as { status: string }).status
  await vi.waitFor(async () => expect(await status()).toBe('COMPLETED'), { timeout: 90_000, interval: 200 })
  const content = 'WEBVTT\n\n00:01.000 --> 00:02.000\nA restored heron\n'
  await site.call(`POST /gallery/videos/${id}/captions`, { token, body: { language: 'en', content } })

  const made = await backUp(from.config, folder, silentLog)
  expect(await restore(to.config, folder, silentLog)).toEqual(made)
  const there = await contentOf(to.storage)
  expect(Object.keys(there).length).toBe(made.files.count)
  expect(await contentOf(from.storage)).toEqual(there)
  await expect(restore(to.config, folder, silentLog)).rejects.toThrow('This site is not empty')

  const restored = await startProduct(to.environment)
  onTestFinished(() => restored.stop())
  const found = async () => (await restored.call('GET /gallery/search?q=heron')).body['results']
  const isFound = async () => expect(await found()).toMatchObject([{ video: { id }, matches: [{ start: 1, text: 'A restored heron' }] }])
  await vi.waitFor(isFound, { timeout: 60_000, interval: 100 })
})
