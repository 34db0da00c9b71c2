import { playlistRules } from '@video-forge/contract/rules/playlist-rules'
import { taskRules } from '@video-forge/contract/rules/task-rules'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { getJson } from './get-json.ts'
import { mediacms } from './mediacms/mediacms.ts'
import { peertube } from './peertube/peertube.ts'
import { withoutMarkup } from './read-values.ts'
import type { ReaderContext } from './reader.ts'
import { readXml } from './xml.ts'

/** Answers each request with a text, and counts them. */
function serving(answer: (url: string) => string) {
  const asked: string[] = []
  const context: ReaderContext = {
    signal: new AbortController().signal,
    folders: [],
    getBytes: async () => Buffer.alloc(0),
    getText: async (url) => {
      asked.push(url)
      return answer(url)
    },
  }
  return { asked, context }
}

const full = (entry: object) => JSON.stringify({ total: 1e9, data: Array.from({ length: 100 }, () => entry) })
let count = 0
function nextNumber(): number {
  count += 1
  return count
}
/** Another entry each time. */
const endless = (entry: object) => full({ ...entry, uuid: `${nextNumber()}` })

test('a PeerTube without an end comes to one, and one that answers every page in the same way at once', { timeout: 60_000 }, async () => {
  const { asked, context } = serving(() => endless({ channel: { name: 'other' } }))
  for await (const _page of peertube.list({ url: 'https://tube.example/c/mine' }, null, context));
  expect(asked.length).toBeGreaterThan(900)
  expect(asked.length).toBeLessThanOrEqual(taskRules.maxItems / 100 + 2)
  const same = serving(() => full({ uuid: 'a' }))
  const sizes: number[] = []
  for await (const { items } of peertube.list({ url: 'https://tube.example/c/mine' }, null, same.context)) sizes.push(items.length)
  expect([same.asked.length, sizes]).toEqual([2, [100]])
})

test('its playlists have an end too, and no more videos than a playlist takes', { timeout: 60_000 }, async () => {
  const lists = JSON.stringify({ total: 1, data: [{ uuid: 'p', displayName: 'P', type: { id: 1 } }] })
  const { context } = serving((url) => (url.includes('/p/videos') ? full({ id: nextNumber(), video: { uuid: 'a' } }) : lists))
  const found: number[] = []
  for await (const { videoKeys } of peertube.playlists?.({ url: 'https://tube.example' }, context) ?? []) found.push(videoKeys.length)
  expect(found).toEqual([playlistRules.maxVideos])
  const hidden = serving(() => endless({ displayName: 'P', type: { id: 2 } }))
  for await (const _list of peertube.playlists?.({ url: 'https://tube.example' }, hidden.context) ?? []);
  expect(hidden.asked.length).toBeLessThan(20)
})

test('a MediaCMS that always names a next page comes to an end', { timeout: 60_000 }, async () => {
  const media = (friendly_token: string) => JSON.stringify({ count: 1, next: 'x', results: [{ friendly_token, title: 'A' }] })
  const { asked, context } = serving(() => media(`${nextNumber()}`))
  for await (const _page of mediacms.list({ url: 'https://cms.example' }, null, context));
  expect(asked.length).toBe(10_000)
  const same = serving(() => media('a'))
  for await (const _page of mediacms.list({ url: 'https://cms.example' }, null, same.context));
  expect(same.asked.length).toBe(2)
  const lists = serving(() => JSON.stringify({ next: 'x', results: [{ api_url: `/api/v1/playlists/${nextNumber()}`, user: 'other' }] }))
  for await (const _list of mediacms.playlists?.({ url: 'https://cms.example/user/ada' }, lists.context) ?? []);
  expect(lists.asked.length).toBe(100)
})

test.each([`[${'0,'.repeat(200_000)}0]`, '['.repeat(200_000)])('an answer of too many values is not even parsed', async (text) => {
  const { context } = serving(() => text)
  let isParsed = false
  const schema = z.unknown().refine(() => {
    isParsed = true
    return true
  })
  await expect(getJson(context, 'https://tube.example/api', schema)).rejects.toThrow('did not answer as expected')
  expect(isParsed).toBe(false)
})

test('an element keeps a hundred attributes', () => {
  const [root] = readXml(`<a ${Array.from({ length: 1000 }, (_, index) => `b${index}="c"`).join(' ')}/>`)
  expect(Object.keys(root?.attributes ?? {})).toHaveLength(100)
})

test('markup that is never closed is text', () => {
  expect(withoutMarkup('<br<br<br <b>x</b>')).toBe('<br<br<br x')
})
