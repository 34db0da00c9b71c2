import type { Caption } from '@video-forge/contract/captions'
import type { SearchResult } from '@video-forge/contract/search'
import { afterAll, expect, test } from 'vitest'
import { newUser, type Session } from '../../../testing/people.ts'
import { openSite } from '../../../testing/site.ts'
import { insertVideo } from '../../../testing/video-rows.ts'

const site = await openSite()
afterAll(() => site.stop())
const { product, sql } = site
const owner = await newUser(product, site.mailbox, 'ada')
const stranger = await newUser(product, site.mailbox, 'bob')

const change = async (key: string, body?: object) => {
  const answer = await product.call(key, { token: owner.tokens.idToken, ...(body && { body }) })
  expect([answer.body.message, answer.status < 300]).toEqual([undefined, true])
  return answer.body
}
const search = async (q: string, who?: Session) => {
  const { body } = await product.call(`GET /gallery/search?q=${encodeURIComponent(q)}`, who ? { token: who.tokens.idToken } : {})
  return body['results'] as SearchResult[]
}
const add = (title: string, values: object = {}) => insertVideo(sql, owner.user.id, { title, ...values })
const vtt = (text: string) => `WEBVTT\n\n00:05.000 --> 00:06.000\n${text}\n`
const say = async (id: string, text: string) =>
  (await change(`POST /gallery/videos/${id}/captions`, { language: 'en', content: vtt(text) }))['caption'] as Caption

/** The sentences that a visitor, the owner and a stranger find; undefined where they do not find the video. */
const found = async (q: string) => {
  const results = await Promise.all([undefined, owner, stranger].map((who) => search(q, who)))
  return results.map(([first]) => first?.matches.map(({ text }) => text).join())
}
const everybody = (text: string) => [text, text, text]
const nobody = [undefined, undefined, undefined]
const ownerOnly = (text: string) => [undefined, text, undefined]

test('new text of captions replaces the old one', async () => {
  const id = await add('Replaced')
  const caption = await say(id, 'A porcupine')
  expect(await found('porcupine')).toEqual(everybody('A porcupine'))
  await change(`PUT /gallery/videos/${id}/captions/${caption.id}`, { content: vtt('An armadillo') })
  expect([await found('porcupine'), await found('armadillo')]).toEqual([nobody, everybody('An armadillo')])
})

test('another language of captions changes the words that match', async () => {
  const id = await add('Another language')
  const caption = await say(id, 'Die Häuser')
  // Some German captions make the site search with the stems of German.
  await change(`POST /gallery/videos/${await add('German')}/captions`, { language: 'de', content: vtt('Anderes') })
  expect(await found('"haus"')).toEqual(nobody)
  await change(`PATCH /gallery/videos/${id}/captions/${caption.id}`, { language: 'de' })
  expect(await found('"haus"')).toEqual(everybody('Die Häuser'))
  await change(`PATCH /gallery/videos/${id}/captions/${caption.id}`, { language: 'en' })
  expect(await found('"haus"')).toEqual(nobody)
})

test('deleted captions are not found, and others of the video are', async () => {
  const id = await add('Two captions')
  const caption = await say(id, 'A walrus')
  await change(`POST /gallery/videos/${id}/captions`, { language: 'fr', content: vtt('Un morse') })
  await change(`DELETE /gallery/videos/${id}/captions/${caption.id}`)
  expect([await found('walrus'), await found('morse')]).toEqual([nobody, everybody('Un morse')])
})

test('a video that is made private is found by its owner only, whatever changes then, until it is public', async () => {
  const id = await add('Made private')
  const caption = await say(id, 'A narwhal')
  expect(await found('narwhal')).toEqual(everybody('A narwhal'))
  await change(`PATCH /gallery/videos/${id}`, { visibility: 'private' })
  expect(await found('narwhal')).toEqual(ownerOnly('A narwhal'))
  await change(`PUT /gallery/videos/${id}/captions/${caption.id}`, { content: vtt('A manatee') })
  await change(`PATCH /gallery/videos/${id}`, { title: 'Still private' })
  expect([await found('narwhal'), await found('manatee'), await found('private manatee')]).toEqual([
    nobody,
    ownerOnly('A manatee'),
    ownerOnly('A manatee'),
  ])
  await change(`PATCH /gallery/videos/${id}`, { visibility: 'public' })
  expect(await found('manatee')).toEqual(everybody('A manatee'))
})

test('a deleted video is found by nobody and leaves no documents', async () => {
  const id = await add('Deleted')
  await say(id, 'A wolverine')
  expect(await found('wolverine')).toEqual(everybody('A wolverine'))
  await change(`DELETE /gallery/videos/${id}`)
  expect(await found('wolverine')).toEqual(nobody)
  expect((await sql.query('select from search_documents where video_id = $1', [id])).rowCount).toBe(0)
})

test('title, description and tags', async () => {
  const id = await add('Pangolin')
  await say(id, 'Here it is')
  const titles = async (q: string) => (await search(q)).map(({ video }) => video.title)
  expect(await titles('pangolin here')).toEqual(['Pangolin'])
  await change(`PATCH /gallery/videos/${id}`, { title: 'Tapir', description: 'Okapi', tags: ['quokka'] })
  for (const gone of ['pangolin', 'pangolin here']) expect(await titles(gone)).toEqual([])
  for (const word of ['tapir', 'okapi', 'quokka', 'tapir okapi', 'quokka here']) expect(await titles(word)).toEqual(['Tapir'])
})
