import { afterAll, describe, expect, test } from 'vitest'
import { newUser } from '../../../testing/people.ts'
import { openSite } from '../../../testing/site.ts'
import { insertVideo } from '../../../testing/video-rows.ts'

// The tests name the address of a client as a proxy does.
const site = await openSite({ TRUSTED_PROXIES: 'loopback' })
afterAll(() => site.stop())
const { product, sql } = site
const ada = await newUser(product, site.mailbox, 'ada')

const ask = (q: string) => product.call(`GET /gallery/search?q=${encodeURIComponent(q)}`)

describe('bad input', () => {
  test.each([
    ['', 'Enter words to search for.'],
    ['?q=', 'Enter words to search for.'],
    ['?q=%20', 'Enter words to search for.'],
    [`?q=${'x'.repeat(201)}`, 'A search can have at most 200 characters.'],
    ['?q=a&cursor=b', 'This cursor does not belong to this list. Please load the list from its start.'],
  ])('%s is refused with a sentence', async (query, message) => {
    const { status, body } = await product.call(`GET /gallery/search${query}`)
    expect([status, body.message]).toEqual([400, message])
  })

  test.each([
    '!!!',
    "'",
    '\\',
    "\\'",
    ':*',
    'a & !b | (c',
    'tag:',
    'tag:""',
    '"',
    '-',
    '-x',
    `tag:'\\'`,
    'x'.repeat(200),
    '東'.repeat(200),
    '\u0001',
  ])('%s finds nothing and breaks nothing', async (q) => {
    expect((await ask(q)).status).toBe(200)
  })

  test('a text with more words than PostgreSQL takes at once can be stored', async () => {
    const id = await insertVideo(sql, ada.user.id, { title: 'Endless' })
    const lines = Array.from({ length: 6000 }, (_, index) => `${Array.from({ length: 20 }, (_, word) => `w${index}x${word}`).join(' ')}`)
    const content = lines.map(
      (line, index) =>
        `00:${String(Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')},000 --> 02:00:00,000\n${line}\n`,
    )
    const { status } = await product.call(`POST /gallery/videos/${id}/captions`, {
      token: ada.tokens.idToken,
      body: { language: 'en', content: content.join('\n') },
    })
    expect(status).toBe(201)
    expect((await ask('w100x1')).body['results']).toMatchObject([{ video: { title: 'Endless' } }])
  })
})

describe('under load', () => {
  const q = encodeURIComponent(`lighthouse owner:${ada.username}`)
  const search = (address?: string) =>
    fetch(`${product.url}/prod/api/gallery/search?q=${q}`, address ? { headers: { 'x-forwarded-for': address } } : {})
  /** Searches wait for the name of their owner until the first of them is refused, however fast they are. */
  async function untilRefused(start: () => Promise<Response>[]): Promise<Response[]> {
    await sql.query('begin')
    await sql.query('lock table users in access exclusive mode')
    const searches = start()
    const refusal = (each: Promise<Response>) => each.then(({ ok }) => (ok ? Promise.reject(new Error('answered')) : undefined))
    await Promise.any(searches.map(refusal)).finally(() => sql.query('rollback'))
    return Promise.all(searches)
  }

  test('many searches at once are answered, or refused with a time to wait', async () => {
    const answers = await untilRefused(() => Array.from({ length: 120 }, () => search()))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(40)
    expect((await ask('lighthouse')).status).toBe(200)
  })

  test('the addresses of one IPv6 network wait as one client, and leave space for others', async () => {
    const rivals = Array.from({ length: 200 }, (_, host) => `2001:db8:1:1::${host + 1}`)
    const answers = await untilRefused(() => [...rivals, '2001:db8:2:2::1'].map(search))
    expect(answers.map(({ status }) => status)).toContain(429)
    expect(answers.at(-1)?.status).toBe(200)
  })

  test('a search that takes too long is ended', async () => {
    await sql.query('begin')
    await sql.query('lock table search_blocks in access exclusive mode')
    const { status, body } = await ask('lighthouse')
    await sql.query('rollback')
    expect([status, body.message]).toEqual([503, 'This search takes too long. Try longer or fewer words.'])
    expect((await ask('lighthouse')).status).toBe(200)
  })
})
