import type { Video } from '@video-forge/contract/gallery'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { newUser, type Session, signInAdmin } from '../../../testing/people.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'
import { connectSql } from '../../../testing/services/sql-client.ts'
import { insertVideo } from '../../../testing/video-rows.ts'

const { product, mailbox } = await startProductWithMail()
const sql = await connectSql(product)
const ada = await newUser(product, mailbox, 'ada')
const bob = await newUser(product, mailbox, 'bob')
const admin = await signInAdmin(product)

type Who = Session | undefined
const ask = (query: string, who?: Who) => product.call(`GET /gallery/videos${query}`, who ? { token: who.tokens.idToken } : {})
const list = async (query: string, who?: Who) => (await ask(query, who)).body['videos'] as Video[]
const titles = async (query: string, who?: Who) => (await list(query, who)).map(({ title }) => title)

/** All pages of a list, one video at a time. */
async function pages(query: string, who?: Who): Promise<string[]> {
  const found: string[] = []
  let cursor: unknown = null
  do {
    const { body } = await ask(`${query}&limit=1${cursor ? `&cursor=${cursor}` : ''}`, who)
    found.push(...(body['videos'] as Video[]).map(({ title }) => title))
    cursor = body['nextCursor']
  } while (cursor)
  return found
}

beforeAll(async () => {
  const add = (owner: typeof ada, title: string, values: object) => insertVideo(sql, owner.user.id, { title, ...values })
  await add(ada, 'Short', { duration: 30, views: 5, tags: ['sea', '東京'] })
  await add(ada, 'Middle', { duration: 240, views: 50 })
  await add(bob, 'Long', { duration: 1200, views: 5, tags: ['sea'] })
  await add(bob, 'Hidden count', { duration: 600, views: 1_000_000, showViews: false })
  await add(ada, 'Unknown length', { duration: null, views: 7 })
  await add(ada, 'Secret', { duration: 5000, views: 9000, tags: ['sea'], visibility: 'private' })
  await add(ada, 'Failed', { duration: 9999, views: 9999, tags: ['sea'], status: 'failed' })
  await add(ada, 'In the making', { duration: 20, tags: ['sea'], status: 'processing' })
})

describe('sorts', () => {
  test('newest is the default', async () => {
    const newest = ['Unknown length', 'Hidden count', 'Long', 'Middle', 'Short']
    expect(await titles('')).toEqual(newest)
    expect(await titles('?sort=newest')).toEqual(newest)
  })

  test('most watched; a hidden count decides nothing', async () => {
    expect(await titles('?sort=most-watched')).toEqual(['Middle', 'Unknown length', 'Long', 'Short', 'Hidden count'])
  })

  test('longest, those of unknown length last', async () => {
    expect(await titles('?sort=longest')).toEqual(['Long', 'Hidden count', 'Middle', 'Short', 'Unknown length'])
  })

  test('own videos are merged in their place, and those of others stay hidden', async () => {
    expect(await titles('?sort=longest', ada)).toEqual([
      'Secret',
      'Long',
      'Hidden count',
      'Middle',
      'Short',
      'In the making',
      'Unknown length',
    ])
    expect(await titles('?sort=most-watched', bob)).not.toContain('Secret')
    expect(await titles('?sort=longest', admin)).toContain('Secret')
    expect(await titles('?sort=longest&visibility=public', ada)).not.toContain('Secret')
  })

  test.each(['newest', 'most-watched', 'longest'])('pages of %s follow each other without gaps or duplicates', async (sort) => {
    for (const who of [undefined, ada, bob, admin]) expect(await pages(`?sort=${sort}`, who)).toEqual(await titles(`?sort=${sort}`, who))
  })

  test('an unknown sort, and a cursor of another one, are refused with a sentence', async () => {
    const unknown = await ask('?sort=loudest')
    expect([unknown.status, unknown.body.message]).toEqual([400, 'The field "sort" must be one of these: newest, most-watched, longest.'])
    const { nextCursor } = (await ask('?sort=longest&limit=1')).body
    for (const sort of ['newest', 'most-watched']) expect((await ask(`?sort=${sort}&cursor=${nextCursor}`)).status).toBe(400)
  })
})

describe('filters', () => {
  test('by length', async () => {
    expect(await titles('?maxDuration=240')).toEqual(['Short'])
    expect(await titles('?minDuration=240&maxDuration=1200')).toEqual(['Hidden count', 'Middle'])
    expect(await titles('?minDuration=1200')).toEqual(['Long'])
    expect(await titles('?minDuration=1200', ada)).toEqual(['Secret', 'Long'])
    expect((await ask('?minDuration=long')).status).toBe(400)
  })

  test('by tag, however it is written', async () => {
    expect(await titles('?tag=sea')).toEqual(['Long', 'Short'])
    expect(await titles('?tag=%23SEA%20')).toEqual(['Long', 'Short'])
    expect(await titles(`?tag=${encodeURIComponent('東京')}`)).toEqual(['Short'])
    expect(await titles('?tag=SÉA')).toEqual(['Long', 'Short'])
    expect(await titles('?tag=se')).toEqual([])
    expect(await titles('?tag=sea', ada)).toEqual(['In the making', 'Secret', 'Long', 'Short'])
    expect(await titles('?tag=sea', bob)).toEqual(['Long', 'Short'])
  })

  test('by owner: only what the caller may see, nothing for an unknown one', async () => {
    const publicOnes = ['Unknown length', 'Middle', 'Short']
    for (const who of [undefined, bob]) expect(await titles(`?owner=${ada.username}`, who)).toEqual(publicOnes)
    expect(await titles(`?owner=${ada.username.toUpperCase()}`)).toEqual(publicOnes)
    expect(await titles(`?owner=${ada.username}`, ada)).toContain('Secret')
    const unknown = await ask('?owner=nobody')
    expect([unknown.status, unknown.body['videos'], unknown.body['nextCursor']]).toEqual([200, [], null])
  })

  test('together with each other, a sort and a search', async () => {
    expect(await titles(`?tag=sea&owner=${ada.username}&maxDuration=100`)).toEqual(['Short'])
    expect(await pages(`?sort=longest&owner=${ada.username}`)).toEqual(['Middle', 'Short', 'Unknown length'])
    expect(await titles('?q=sea&sort=longest')).toEqual(['Long', 'Short'])
    expect(await titles('?q=sea&sort=longest', ada)).toEqual(['Secret', 'Long', 'Short', 'In the making'])
    expect(await titles(`?q=sea&owner=${bob.username}`)).toEqual(['Long'])
  })

  test('what visitors get from the cache is never mixed up', async () => {
    const queries = ['', '?tag=sea', '?sort=longest', '?minDuration=1200', '?maxDuration=1200', `?owner=${bob.username}`, '?limit=2']
    const first = await Promise.all(queries.map((query) => titles(query)))
    expect(new Set(first.map((found) => found.join())).size).toBe(queries.length)
    for (const [index, query] of queries.entries()) expect(await titles(query)).toEqual(first[index])
    expect(await titles('', ada)).toContain('Secret')
    expect(await titles('')).not.toContain('Secret')
  })
})

describe('owners', () => {
  test('a video names its owner, without the e-mail address', async () => {
    const { status, body } = await ask('')
    expect(status).toBe(200)
    const [first] = body['videos'] as Video[]
    expect(first?.owner).toEqual({ username: ada.username, name: ada.username })
    expect(JSON.stringify(body)).not.toContain('@')
  })

  test('the name of a disabled account disappears, also from what is cached', async () => {
    const cora = await newUser(product, mailbox, 'cora')
    await insertVideo(sql, cora.user.id, { title: 'By Cora' })
    const ownerOf = async () => (await list('')).find(({ title }) => title === 'By Cora')?.owner?.username ?? null
    await vi.waitFor(async () => expect(await ownerOf()).toBe(cora.username))
    await sql.query('update users set disabled_at = now() where id = $1', [cora.user.id])
    await vi.waitFor(async () => expect(await ownerOf()).toBeNull())
    expect(await titles(`?owner=${cora.username}`)).toEqual([])
    await sql.query('delete from users where id = $1', [cora.user.id])
    await vi.waitFor(async () => expect(await titles('')).not.toContain('By Cora'))
  })
})
