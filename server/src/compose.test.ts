import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { FailedStart } from '../testing/services/child-failed-start.ts'
import { startChild } from '../testing/services/child-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

vi.mock('./accounts/accounts.ts', { spy: true })
vi.mock('./gallery/gallery.ts', { spy: true })
vi.mock('./stock/stock.ts', { spy: true })

// Files of a worker share their modules: the spies are for this one alone.
beforeAll(() => void vi.resetModules())
afterAll(() => void vi.resetModules())

const bucketNowhere = {
  S3_BUCKET: 'nowhere',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  AUTH_SECRET: 'x'.repeat(32),
}

test('a start that fails closes what it had opened: the database ends, and so does the process', { timeout: 120_000 }, async () => {
  const dataDir = await temporaryFolder()
  const webFolder = join(await temporaryFolder(), 'web')
  await mkdir(join(webFolder, 'index.html'), { recursive: true })
  // From the first part that opens to the last.
  const starts: FailedStart[] = [
    { environment: { FFMPEG_PATH: '/no/such/ffmpeg' } },
    { environment: bucketNowhere },
    { environment: { REDIS_URL: 'redis://127.0.0.1:1' } },
    { webFolder },
  ]
  const { child, line } = await startChild('child-failed-start.ts', [JSON.stringify({ dataDir, starts })])
  expect(JSON.parse(line)).toEqual(
    ['FFMPEG_PATH', 'S3_', 'REDIS_URL', 'EISDIR'].map((reason) => ({
      reason: expect.stringContaining(reason),
      isDatabaseLeft: false,
    })),
  )
  await expect.poll(() => child.exitCode).toBe(0)
})

test('a worker builds nothing that serves people, and answers only for its health', async () => {
  const { startProduct } = await import('../testing/product.ts')
  const { createAccounts } = await import('./accounts/accounts.ts')
  const { createGallery } = await import('./gallery/gallery.ts')
  const { createStock } = await import('./stock/stock.ts')
  const built = () => [createAccounts, createGallery, createStock].map((create) => vi.mocked(create).mock.calls.length)
  const start = async (role: string) => {
    const product = await startProduct({ ROLE: role })
    onTestFinished(() => product.stop())
    return product
  }
  const worker = await start('worker')
  expect(built()).toEqual([0, 0, 0])
  const statuses = await Promise.all(
    ['/healthz', '/readyz', '/metrics', '/', '/prod/api/gallery/videos', '/stock/clips/waves.mp4'].map(
      async (path) => (await fetch(worker.url + path)).status,
    ),
  )
  expect(statuses).toEqual([200, 200, 200, 404, 404, 404])
  const client = new Client({ connectionString: worker.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  expect((await client.query('select from users')).rowCount).toBe(0)

  await start('api')
  expect(built()).toEqual([1, 1, 1])
})
