import { once } from 'node:events'
import { createServer } from 'node:http'
import { GetBucketCorsCommand, PutBucketCorsCommand } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import { createBucket } from '../../../testing/services/scale-services.ts'
import { connectToS3, type S3Config } from './s3-client.ts'
import { allowOurPages, checkBucket } from './s3-doctor.ts'

const origin = 'https://video.example.com'

async function open() {
  const { client, config } = await createBucket()
  onTestFinished(() => client.destroy())
  return { client, config }
}

const problemOf = async (config: S3Config): Promise<string> => {
  const client = connectToS3(config)
  onTestFinished(() => client.destroy())
  return checkBucket(client, config).then(
    () => 'none',
    (error: Error) => error.message,
  )
}

test('a bucket that can be used has no problem', async () => {
  expect(await problemOf((await open()).config)).toBe('none')
})

test.each<[string, Partial<S3Config>, RegExp]>([
  ['a bucket that is not there', { bucket: 'nowhere' }, /^S3_BUCKET 'nowhere' is not there at http:.+ create it/],
  ['a key nobody knows', { accessKeyId: 'stranger' }, /^S3_ACCESS_KEY_ID is not known/],
  ['a secret of another key', { secretAccessKey: 'guess' }, /^S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID$/],
  ['an address where nobody answers', { endpoint: 'http://127.0.0.1:9' }, /^S3_ENDPOINT does not answer as an S3 server/],
])('%s is reported in a sentence', async (_name, change, sentence) => {
  expect(await problemOf({ ...(await open()).config, ...change })).toMatch(sentence)
})

test('clocks that differ are reported', async () => {
  const { config } = await open()
  const late = createServer((request, response) => {
    response.setHeader('Date', new Date(Date.now() - 20 * 60_000).toUTCString())
    response.end(request.method === 'HEAD' ? undefined : '<ListBucketResult></ListBucketResult>')
  }).listen(0, '127.0.0.1')
  await once(late, 'listening')
  onTestFinished(() => void late.close())
  const address = late.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no port')
  expect(await problemOf({ ...config, endpoint: `http://127.0.0.1:${address.port}` })).toContain('set both clocks right')
})

test('our pages are allowed once, beside what others have allowed', async () => {
  const { client, config } = await open()
  const rules = async () => (await client.send(new GetBucketCorsCommand({ Bucket: config.bucket }))).CORSRules ?? []
  const others = { AllowedMethods: ['GET'], AllowedOrigins: ['https://other.example.com'] }
  await client.send(new PutBucketCorsCommand({ Bucket: config.bucket, CORSConfiguration: { CORSRules: [others] } }))
  expect(await allowOurPages(client, config.bucket, origin)).toBeUndefined()
  const set = await rules()
  expect(set.map(({ AllowedOrigins }) => AllowedOrigins)).toEqual([[origin], ['*'], ['https://other.example.com']])
  expect(await allowOurPages(client, config.bucket, origin)).toBeUndefined()
  expect(await rules()).toEqual(set)
})

test('rules that we may neither read nor change are reported', async () => {
  const { config } = await open()
  const client = connectToS3({ ...config, secretAccessKey: 'guess' })
  onTestFinished(() => client.destroy())
  expect(await allowOurPages(client, config.bucket, origin)).toContain(`allow PUT, GET and HEAD from ${origin}`)
})
