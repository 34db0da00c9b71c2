import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FailedStart } from '../testing/services/child-failed-start.ts'
import { startChild } from '../testing/services/child-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

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
  await expect.poll(() => child.exitCode, { timeout: 10_000 }).toBe(0)
})
