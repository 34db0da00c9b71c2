import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, expect, test } from 'vitest'
import { streamOf } from '../../testing/media/bytes.ts'
import { signInAdmin } from '../../testing/people.ts'
import { startProduct } from '../../testing/product.ts'
import { databaseAt } from '../../testing/services/database-at.ts'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl } from '../../testing/services/scale-services.ts'
import { newId } from '../platform/database/new-id.ts'
import { openS3ResumableStore } from '../platform/storage/s3-resumable-store.ts'
import { openS3Storage } from '../platform/storage/s3-storage.ts'
import { removeStrays } from './remove-strays.ts'

const hour = 3_600_000

const { client, config } = await createBucket()
afterAll(() => client.destroy())
const storage = openS3Storage(client, config.bucket)
const databaseUrl = await createScaleDatabaseUrl()
const product = await startProduct({ DATABASE_URL: databaseUrl, MAX_UPLOAD_BYTES: '1000', ...bucketEnvironment(config) })
afterAll(() => product.stop())
const database = await databaseAt(databaseUrl)
afterAll(() => database.close())
const admin = await signInAdmin(product)

const call = (key: string, body?: unknown) => product.call(key, { token: admin.tokens.idToken, ...(body !== undefined && { body }) })
async function generate(size?: number): Promise<{ uploadUrl: string; s3Key: string; id: string }> {
  const body = { filename: '_MG_1.mov', contentType: 'video/quicktime', ...(size !== undefined && { size }) }
  const answer = await call('POST /upload/generate-url', body)
  const { uploadUrl, s3Key } = answer.body as Record<string, string>
  return { uploadUrl: String(uploadUrl), s3Key: String(s3Key), id: String(s3Key).split('/')[1] ?? '' }
}
const put = async (url: string, bytes: number) =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'Content-Type': 'video/quicktime' } })).status
const keys = async () => {
  const found: string[] = []
  for await (const { key } of storage.list('')) found.push(key)
  return found.sort()
}

test('the bucket accepts only the announced size; without one the size is checked at confirmation', async () => {
  const announced = await generate(500)
  expect([await put(announced.uploadUrl, 900), await put(announced.uploadUrl, 500)]).toEqual([403, 200])
  const silent = await generate()
  expect(await put(silent.uploadUrl, 1001)).toBe(200)
  expect((await call('POST /upload/confirm', { s3Key: silent.s3Key })).status).toBe(413)
  expect(await keys()).toEqual([announced.s3Key])
  for (const { id } of [announced, silent]) await call(`DELETE /upload/${id}`)
})

test('files without an open upload are removed, and those of open ones are counted', async () => {
  const open = await generate()
  expect(await put(open.uploadUrl, 700)).toBe(200)
  const over = await generate()
  expect((await call(`DELETE /upload/${over.id}`)).status).toBe(200)
  expect(await put(over.uploadUrl, 100)).toBe(200)
  const lost = newId()
  for (const ending of ['', '.info', '.part']) await storage.put(lost + ending, streamOf('{}'))
  await storage.put(`${open.id}.info`, streamOf('{}'))
  await client.send(new CreateMultipartUploadCommand({ Bucket: config.bucket, Key: lost }))

  const parts = { db: database.db, storage, resumable: openS3ResumableStore(client, config, storage) }
  await removeStrays(parts, new Date(Date.now() + hour / 2))
  expect(await keys()).toContain(lost)
  await removeStrays(parts, new Date(Date.now() + 26 * hour))
  expect(await keys()).toEqual([`${open.id}.info`, open.s3Key].sort())
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: config.bucket }))
  expect(Uploads).toEqual([])
  const row = await database.db.selectFrom('uploads').select('reserved_bytes').where('id', '=', open.id).executeTakeFirst()
  expect(row?.reserved_bytes).toBe('700')
})
