import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3'
import { Client } from 'pg'
import { connectToS3, type S3Config } from '../../src/platform/storage/s3-client.ts'

/** The servers that `npm run test:scale` has started, by the environment it sets. */
const service = (name: string): string => {
  const value = process.env[`SCALE_${name}`]
  if (!value) throw new Error(`SCALE_${name} is not set; these tests are run with: npm run test:scale`)
  return value
}

export const redisUrl = (): string => service('REDIS_URL')

/** A bucket of its own, empty, with a client for it. */
export async function createBucket(): Promise<{ client: S3Client; config: S3Config }> {
  const config: S3Config = {
    kind: 's3',
    bucket: `vf-${randomUUID()}`,
    endpoint: service('S3_ENDPOINT'),
    publicEndpoint: undefined,
    region: 'us-east-1',
    accessKeyId: service('S3_ACCESS_KEY_ID'),
    secretAccessKey: service('S3_SECRET_ACCESS_KEY'),
    forcePathStyle: true,
  }
  const client = connectToS3(config)
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }))
  return { client, config }
}

/** The settings of a product that keeps its files in the bucket, with the secret that all of its processes share. */
export const bucketEnvironment = (config: S3Config) => ({
  S3_BUCKET: config.bucket,
  S3_ENDPOINT: config.endpoint ?? '',
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  S3_FORCE_PATH_STYLE: 'true',
  AUTH_SECRET: 'one secret for all of these processes',
})

/** A fresh, empty database in Debian's PostgreSQL. */
export async function createScaleDatabaseUrl(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = service('DATABASE_URL')
  const client = new Client(url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return new URL(name, url.replace(/postgres$/, '')).href
}
