import { expect, test } from 'vitest'
import { divideAll, idOf, openBlockSite } from '../../../testing/search-blocks.ts'
import type { Db } from '../../platform/database/database.ts'
import { createGrants } from '../grants.ts'
import { createSitemap } from './sitemap.ts'

const sender = { address: '192.0.2.1', own: 'https://example.com', origin: undefined, referer: undefined, fetchSite: undefined }

function readerOf(db: Db) {
  const find = createSitemap({ db, grants: createGrants('secret') })
  return async (path: string) => {
    let text = ''
    for await (const part of (await find(path, sender)) ?? []) text += part
    return [...text.matchAll(/<loc>https:\/\/example\.com([^<]*)</g)].map(([, address = '']) => address)
  }
}

test('every video is in one file at every step of the division of a block, and the files are in their order', async () => {
  const { db } = await openBlockSite(160)
  const read = readerOf(db)
  const all = Array.from({ length: 160 }, (_, index) => `/video/${idOf(index + 1)}`)
  await divideAll(db, async () => {
    const [, ...files] = await read('/sitemap.xml')
    const listed = await Promise.all(files.map(read))
    expect(listed.reverse().flat()).toEqual(all)
  })
})

test('a file has its whole range as soon as the division of a block begins', async () => {
  const { db } = await openBlockSite(160)
  const read = readerOf(db)
  const lengths: number[][] = []
  await divideAll(db, async () => {
    const files = await Promise.all([0, 1].map((number) => read(`/sitemaps/videos-${number}.xml`)))
    lengths.push(files.map((file) => file.length))
  })
  expect(lengths.slice(0, 5)).toEqual([...Array.from({ length: 4 }, () => [128, 32]), [96, 32]])
})
