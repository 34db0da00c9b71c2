import { expect, test } from 'vitest'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl, redisUrl } from '../testing/services/scale-services.ts'
import { silentLog } from '../testing/silent-log.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { parseConfig } from './config.ts'
import { examine } from './doctor.ts'

async function environment(): Promise<Record<string, string>> {
  const { client, config } = await createBucket()
  client.destroy()
  return {
    DATABASE_URL: await createScaleDatabaseUrl(),
    REDIS_URL: redisUrl(),
    ...bucketEnvironment(config),
    DATA_DIR: await temporaryFolder(),
  }
}

const problems = async (change: Record<string, string>) => {
  const findings = await examine(parseConfig({ ...(await environment()), ...change }, '/'), silentLog)
  return findings.filter(({ problem }) => problem)
}

test('a site where all is well has no problem', async () => {
  expect(await problems({})).toEqual([])
})

test.each<[string, Record<string, string>, RegExp]>([
  ['ffmpeg', { FFMPEG_PATH: '/nowhere/ffmpeg' }, /Install ffmpeg/],
  ['database', { DATABASE_URL: 'postgres://forge@127.0.0.1:9/forge' }, /^DATABASE_URL cannot be used/],
  ['Redis', { REDIS_URL: 'redis://127.0.0.1:9' }, /^REDIS_URL does not lead to a Redis/],
  ['storage', { S3_BUCKET: 'nowhere' }, /^S3_BUCKET 'nowhere' is not there/],
])('what is wrong with %s is said, and only that', async (part, change, sentence) => {
  expect(await problems(change)).toEqual([{ part, problem: expect.stringMatching(sentence) }])
})
