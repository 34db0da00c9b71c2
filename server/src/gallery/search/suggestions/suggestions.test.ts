import { afterAll, describe, expect, test, vi } from 'vitest'
import { newUser, type Session } from '../../../../testing/people.ts'
import { openSite } from '../../../../testing/site.ts'
import { insertVideo } from '../../../../testing/video-rows.ts'

const site = await openSite()
afterAll(() => site.stop())
const { product, sql } = site
const ada = await newUser(product, site.mailbox, 'ada')
const bob = await newUser(product, site.mailbox, 'bob')
// As many letters as no other name begins with.
const shy = await newUser(product, site.mailbox, `${ada.username}shy`)

const ask = (q: string, who?: Session, rest = '') =>
  product.call(`GET /gallery/suggestions?q=${encodeURIComponent(q)}${rest}`, who ? { token: who.tokens.idToken } : {})
const suggested = async (q: string, who?: Session, rest = '') => {
  const { status, body } = await ask(q, who, rest)
  expect([status, body.message]).toEqual([200, undefined])
  const { titles, tags, people } = body as unknown as { titles: { title: string }[]; tags: string[]; people: { username: string }[] }
  return { titles: titles.map(({ title }) => title), tags, people: people.map(({ username }) => username) }
}
const tag = async (id: string, tags: string[], who: Session) =>
  expect((await product.call(`PATCH /gallery/videos/${id}`, { token: who.tokens.idToken, body: { tags } })).status).toBe(200)

const harbour = await insertVideo(sql, ada.user.id, { title: 'Harbour at dawn', duration: 900 })
const hidden = await insertVideo(sql, ada.user.id, { title: 'Harbour, hidden', visibility: 'private' })
const talk = await insertVideo(sql, bob.user.id, { title: 'A talk about the harbour', description: 'and whales' })
await insertVideo(sql, shy.user.id, { title: 'Nothing public', visibility: 'private' })
await tag(harbour, ['Café', 'North Sea'], ada)
await tag(talk, ['cafeteria', 'North Sea', 'Cafe'], bob)
await tag(hidden, ['Caffeine', 'only mine'], ada)

describe('what is suggested', () => {
  test('titles with all words, the last of them unfinished, the newest first', async () => {
    expect((await suggested('harb')).titles).toEqual(['A talk about the harbour', 'Harbour at dawn'])
    expect((await suggested('the harb')).titles).toEqual(['A talk about the harbour'])
    // Words of descriptions lead to results, not to suggestions.
    expect((await suggested('whal')).titles).toEqual([])
    expect((await suggested('length:>10m harb')).titles).toEqual(['Harbour at dawn'])
  })

  test('tags in the spelling of an owner, once each, those of most videos first', async () => {
    expect((await suggested('CAFÉ')).tags).toEqual(['Cafe', 'cafeteria'])
    expect((await suggested('north s')).tags).toEqual(['North Sea'])
    expect(await suggested('tag:caf')).toEqual({ titles: [], tags: ['Cafe', 'cafeteria'], people: [] })
  })

  test('people with public videos', async () => {
    expect((await suggested(ada.username.slice(0, -1))).people).toEqual([ada.username])
    expect(await suggested(`owner:${bob.username.toUpperCase()}`)).toEqual({ titles: [], tags: [], people: [bob.username] })
    expect((await suggested(shy.username, shy)).people).toEqual([])
  })

  test.each(['', '%', '_', '\\', "'", '"', 'tag:', 'owner:', '-', ':*', '!!', '\u0001'])('%j suggests nothing', async (q) => {
    expect(await suggested(q)).toEqual({ titles: [], tags: [], people: [] })
  })
})

describe('who is suggested what', () => {
  test('a private title and its tags only to those who find the video', async () => {
    expect((await suggested('harb', bob)).titles).not.toContain('Harbour, hidden')
    expect((await suggested('harb', ada)).titles).toContain('Harbour, hidden')
    for (const who of [undefined, bob]) expect((await suggested('caff', who)).tags).toEqual([])
    expect((await suggested('caff', ada)).tags).toEqual(['Caffeine'])
  })

  test('own tags first, also before anything is typed', async () => {
    expect((await suggested('caf', ada, '&only=tags')).tags).toEqual(['Café', 'Caffeine', 'cafeteria'])
    expect((await suggested('', ada, '&only=tags')).tags).toEqual(['Café', 'Caffeine', 'North Sea', 'only mine'])
    expect(await suggested('', undefined, '&only=tags')).toEqual({ titles: [], tags: [], people: [] })
  })

  test('a video that is made private, or deleted, is suggested no longer', async () => {
    const id = await insertVideo(sql, bob.user.id, { title: 'Zeppelin', tags: ['zebra'] })
    const both = async () => {
      const { titles, tags } = await suggested('ze')
      return [...titles, ...tags]
    }
    await vi.waitFor(async () => expect(await both()).toEqual(['Zeppelin', 'zebra']))
    await product.call(`PATCH /gallery/videos/${id}`, { token: bob.tokens.idToken, body: { visibility: 'private' } })
    expect(await both()).toEqual([])
  })
})

test('too much is refused with a sentence', async () => {
  const { status, body } = await ask('x'.repeat(81))
  expect([status, body.message]).toEqual([400, 'Suggestions are made for at most 80 characters.'])
})

test('of one person only some wait', async () => {
  // Nothing is found until the first of them is refused, however fast they are.
  await sql.query('begin')
  await sql.query('lock table search_blocks in access exclusive mode')
  const answers = Array.from({ length: 20 }, () => ask('harb', bob))
  const refused = await Promise.any(answers.map((answer) => answer.then((each) => (each.status === 429 ? each : Promise.reject(each)))))
  await sql.query('rollback')
  expect(refused.body.message).toBe('Too many searches at once. Please try again in a moment.')
  expect((await Promise.all(answers)).map(({ status }) => status)).toContain(200)
})
