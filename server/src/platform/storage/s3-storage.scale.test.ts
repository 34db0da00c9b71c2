import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import { streamOf, stuckStream } from '../../../testing/media/bytes.ts'
import { createBucket } from '../../../testing/services/scale-services.ts'
import { signerFor } from './s3-client.ts'
import { openS3Storage } from './s3-storage.ts'
import { storageSuite } from './storage.suite.ts'

async function open() {
  const { client, config } = await createBucket()
  onTestFinished(() => client.destroy())
  return { client, bucket: config.bucket, storage: openS3Storage(client, config.bucket) }
}

storageSuite('S3', async () => (await open()).storage)

test('an object cannot be read without a link', async () => {
  const { bucket, storage } = await open()
  await storage.put('videos/one', streamOf('private'))
  const link = await storage.linkToRead('videos/one', { expiresInSeconds: 60 })
  expect((await fetch(link)).status).toBe(200)
  expect((await fetch(link.split('?', 1)[0] ?? '')).status).toBe(403)
  expect((await fetch(link.replace('videos/one', 'videos/two'))).status).toBe(403)
  expect((await fetch(new URL(`/${bucket}`, link))).status).toBe(403)
})

test('links are signed for the name that browsers know, while we go on using ours', async () => {
  const { client, config } = await createBucket()
  onTestFinished(() => client.destroy())
  const ours = config.endpoint ?? ''
  const publicEndpoint = ours.replace('127.0.0.1', 'localhost')
  const storage = openS3Storage(client, config.bucket, signerFor({ ...config, publicEndpoint }))
  const writing = await storage.linkToWrite('uploads/one', { expiresInSeconds: 60, contentType: 'video/mp4', maxBytes: 100 })
  expect(new URL(writing).origin).toBe(publicEndpoint)
  expect((await fetch(writing, { method: 'PUT', body: 'moving', headers: { 'Content-Type': 'video/mp4' } })).status).toBe(200)
  expect((await storage.head('uploads/one'))?.size).toBe(6)
  const reading = await storage.linkToRead('uploads/one', { expiresInSeconds: 60 })
  expect([new URL(reading).origin, await (await fetch(reading)).text()]).toEqual([publicEndpoint, 'moving'])
  expect((await fetch(reading.replace(publicEndpoint, ours))).status).toBe(403)
})

test('a write link takes the type it was made for and no other', async () => {
  const { storage } = await open()
  const link = await storage.linkToWrite('uploads/one', { expiresInSeconds: 60, contentType: 'video/mp4', maxBytes: 100 })
  const other = await fetch(link, { method: 'PUT', body: 'x', headers: { 'Content-Type': 'text/html' } })
  expect([other.status, await storage.head('uploads/one')]).toEqual([403, undefined])
})

test('a large put that is aborted half way leaves no parts behind', async () => {
  const { client, bucket, storage } = await open()
  const stop = new AbortController()
  const { body, isStuck } = stuckStream(20_000_000)
  const refused = expect(storage.put('half', body, { signal: stop.signal })).rejects.toThrow()
  await isStuck
  stop.abort()
  await refused
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
  expect([Uploads, await storage.head('half')]).toEqual([[], undefined])
})

test('a write link for an announced size takes just that size', async () => {
  const { storage } = await open()
  const put = async (body: string) => {
    const options = { expiresInSeconds: 60, contentType: 'video/mp4', maxBytes: 100, exactBytes: 6 }
    const link = await storage.linkToWrite('uploads/one', options)
    return (await fetch(link, { method: 'PUT', body, headers: { 'Content-Type': 'video/mp4' } })).status
  }
  expect([await put('longer than that'), await storage.head('uploads/one')]).toEqual([403, undefined])
  expect([await put('moving'), (await storage.head('uploads/one'))?.size]).toEqual([200, 6])
})

test('parts of a put that a crash cut off are removed after a day, not before', async () => {
  const { client, bucket, storage } = await open()
  await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'videos/one/720p' }))
  await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'videos/two/720p' }))
  const unfinished = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads?.length ?? 0
  await storage.removeAbandoned(new Date(Date.now() + 24 * 3_600_000))
  expect(await unfinished()).toBe(2)
  await storage.removeAbandoned(new Date(Date.now() + 26 * 3_600_000))
  expect(await unfinished()).toBe(0)
})
