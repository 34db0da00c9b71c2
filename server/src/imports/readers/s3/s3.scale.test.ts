import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportedIds, exportedTo } from '../../../../testing/imports/unpacked-export.ts'
import { createBucket } from '../../../../testing/services/scale-services.ts'
import type { ImportedPlaylist, ImportItem } from '../../item.ts'
import type { ReaderContext } from '../reader.ts'
import { type S3Request, s3 } from './s3.ts'

/** As people name files. */
const names = ['a & b.mp4', '100 % + more.mp4', 'Ärger "im" <Büro> #1?.mov', "it's 50/50.mkv", '日本 (1).webm', 'plain.mp4']

const { client, config } = await createBucket()
const request: S3Request = { ...config, endpoint: config.endpoint, prefix: 'Old films/', pathStyle: true, subfolders: 'tags' }
const context: ReaderContext = {
  signal: new AbortController().signal,
  folders: [],
  getBytes: async () => Buffer.alloc(0),
  getText: async (address) => (await fetch(address)).text(),
}

beforeAll(async () => {
  // Not by our storage, which takes only keys of its own.
  const put = (key: string, text: string) => client.send(new PutObjectCommand({ Bucket: config.bucket, Key: key, Body: text }))
  for (const name of names) await put(`Old films/Summer/${name}`, `film ${name}`)
  await put('Old films/Summer/a & b.de.vtt', 'WEBVTT')
  await put('Old films/Summer/a & b.json', JSON.stringify({ title: 'From its file', date: '2014-05-06' }))
  await put('elsewhere/other.mp4', 'film')
  for (const [key, text] of Object.entries(exportedTo('Moved (1)/eve & co'))) await put(key, text)
})
afterAll(() => client.destroy())

async function listed(from: S3Request = request): Promise<ImportItem[]> {
  const items: ImportItem[] = []
  for await (const page of s3.list(from, null, context)) items.push(...page.items)
  return items
}

test('every file under a prefix of a real bucket is listed and read, whatever its name', async () => {
  const items = await listed()
  expect(new Set(items.map(({ filename }) => filename))).toEqual(new Set(names.map((name) => name.split('/').at(-1))))
  for (const { source } of items) {
    const key = source?.from === 's3' ? source.key : ''
    const link = await s3.linkTo?.(request, key)
    expect(await context.getText(link ?? '')).toBe(`film ${key.slice('Old films/Summer/'.length)}`)
  }
})

test('what lies beside a video is found', async () => {
  const item = (await listed()).find(({ filename }) => filename === 'a & b.mp4')
  expect(item && (await s3.complete?.(request, item, context))).toMatchObject({
    title: 'From its file',
    tags: ['Summer'],
    date: '2014-05-06T00:00:00.000Z',
    captions: [{ language: 'de', source: { from: 's3', key: 'Old films/Summer/a & b.de.vtt' } }],
  })
})

test('an unpacked export is known as by its link, and its playlists are found', async () => {
  const from = { ...request, prefix: 'Moved (1)/' }
  const items = await listed(from)
  const keys = exportedIds().map((id) => `archive:https://eve.example:${id}`)
  expect(items.map(({ key }) => key)).toEqual(keys)
  expect(items[0] && (await s3.complete?.(from, items[0], context))).toMatchObject({
    title: 'Film 1',
    visibility: 'public',
    tags: ['Sea'],
  })
  const playlists: ImportedPlaylist[] = []
  for await (const playlist of s3.playlists?.(from, context) ?? []) playlists.push(playlist)
  expect(playlists).toMatchObject([{ title: 'Trips', visibility: 'link', videoKeys: keys.toReversed() }])
})

test('a wrong key or bucket is named', async () => {
  for (const wrong of [{ secretAccessKey: 'wrong' }, { bucket: 'there-is-none' }])
    await expect(listed({ ...request, ...wrong })).rejects.toThrow('This is not an S3 server, or the bucket does not exist.')
})
