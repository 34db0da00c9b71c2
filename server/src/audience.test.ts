import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Job } from '@video-forge/contract/jobs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clipFile, smallClip } from '../testing/clips.ts'
import { type Mailbox, openMailbox } from '../testing/mailbox.ts'
import { newUser, type Person, type Session } from '../testing/people.ts'
import { startProduct, type TestProduct } from '../testing/product.ts'

let mailbox: Mailbox
let product: TestProduct
let owner: Person & Session
let clip: Buffer
beforeAll(async () => {
  mailbox = await openMailbox()
  product = await startProduct({ SMTP_URL: mailbox.url })
  owner = await newUser(product, mailbox)
  clip = await clipFile('small.mp4', smallClip)
})
afterAll(async () => {
  await product.stop()
  await mailbox.close()
})

const call = (key: string, body?: unknown) => product.call(key, { token: owner.tokens.idToken, ...(body !== undefined && { body }) })
const outputFormats = ['480p']

async function upload(): Promise<{ s3Key: string; id: string }> {
  const { body } = await call('POST /upload/generate-url', { filename: 'clip.mp4', contentType: 'video/mp4' })
  const s3Key = String(body['s3Key'])
  await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clip), headers: { 'Content-Type': 'video/mp4' } })
  return { s3Key, id: s3Key.split('/')[1] ?? '' }
}

const asVisitor = async (id: string) => (await product.call(`GET /gallery/videos/${id}`)).status
const asOwner = async (id: string) => (await call(`GET /gallery/videos/${id}`)).body['video'] as VideoDetails

describe('what a later call leaves out keeps its value', () => {
  test('a private upload stays private, with its title and description, when its job says nothing of them', async () => {
    const { s3Key, id } = await upload()
    await call('POST /upload/confirm', { s3Key, title: 'Birthday', description: 'At home', visibility: 'private' })
    expect((await call('POST /jobs', { inputSource: s3Key, outputFormats })).status).toBe(201)
    expect(await asVisitor(id)).toBe(404)
    expect(await asOwner(id)).toMatchObject({ visibility: 'private', title: 'Birthday', description: 'At home' })
  })

  test('a public one stays public', async () => {
    const { s3Key, id } = await upload()
    await call('POST /upload/confirm', { s3Key, visibility: 'public' })
    await call('POST /jobs', { inputSource: s3Key, outputFormats })
    expect(await asVisitor(id)).toBe(200)
  })

  test('an upload whose owner never said who may see it is private, whichever call makes the video', async () => {
    const confirmed = await upload()
    await call('POST /upload/confirm', { s3Key: confirmed.s3Key })
    const adopted = await upload()
    await call('POST /jobs', { inputSource: adopted.s3Key, outputFormats })
    for (const { id } of [confirmed, adopted]) expect([await asVisitor(id), (await asOwner(id)).visibility]).toEqual([404, 'private'])
  })

  test('a second confirmation, a change of the title and a retry widen nothing', async () => {
    const { s3Key, id } = await upload()
    await call('POST /upload/confirm', { s3Key, visibility: 'private' })
    await call('POST /upload/confirm', { s3Key, visibility: 'public', title: 'Other' })
    await call(`PATCH /gallery/videos/${id}`, { title: 'Renamed' })
    await call('POST /jobs', { inputSource: s3Key, outputFormats })
    await call(`POST /jobs/${id}/cancel`)
    await call(`POST /jobs/${id}/retry`)
    expect(await asOwner(id)).toMatchObject({ visibility: 'private', title: 'Renamed' })
    expect(await asVisitor(id)).toBe(404)
  })

  test('a video that a job makes is public unless its owner says otherwise, and what is said counts', async () => {
    const { body } = await call('POST /jobs', { inputSource: 'local-sample.mp4', outputFormats })
    expect((body['job'] as Job).visibility).toBe('public')
    const { s3Key, id } = await upload()
    await call('POST /upload/confirm', { s3Key, visibility: 'private' })
    await call('POST /jobs', { inputSource: s3Key, outputFormats, visibility: 'public', title: 'Said' })
    expect([await asVisitor(id), (await asOwner(id)).title]).toEqual([200, 'Said'])
  })
})
