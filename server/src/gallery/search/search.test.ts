import type { Caption } from '@video-forge/contract/captions'
import type { SearchResult } from '@video-forge/contract/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUser, type Session, signInAdmin } from '../../../testing/people.ts'
import { openSite } from '../../../testing/site.ts'
import { insertVideo } from '../../../testing/video-rows.ts'

const site = await openSite()
afterAll(() => site.stop())
const { product, sql } = site
const ada = await newUser(product, site.mailbox, 'ada')
const bob = await newUser(product, site.mailbox, 'bob')
const admin = await signInAdmin(product)

type Who = Session | undefined
const tokenOf = (who: Who) => (who ? { token: who.tokens.idToken } : {})
const ask = (q: string, who?: Who, rest = '') => product.call(`GET /gallery/search?q=${encodeURIComponent(q)}${rest}`, tokenOf(who))
const search = async (q: string, who?: Who, rest = '') => {
  const { status, body } = await ask(q, who, rest)
  expect([status, body.message]).toEqual([200, undefined])
  return body['results'] as SearchResult[]
}
const titles = async (q: string, who?: Who, rest = '') => (await search(q, who, rest)).map(({ video }) => video.title)

/** A caption file with one cue every ten seconds. */
const srt = (...lines: string[]) => lines.map((line, index) => `00:00:${index}0,000 --> 00:00:${index}5,000\n${line}\n`).join('\n')

async function say(id: string, lines: string[], language = 'en', who: Session = ada): Promise<Caption> {
  const { status, body } = await product.call(`POST /gallery/videos/${id}/captions`, {
    ...tokenOf(who),
    body: { language, content: srt(...lines) },
  })
  expect([status, body.message]).toEqual([201, undefined])
  return body['caption'] as Caption
}

const add = (title: string, values: object = {}, owner: Session = ada) => insertVideo(sql, owner.user.id, { title, ...values })

describe('what is found', () => {
  beforeAll(async () => {
    const said = await add('Boats')
    await say(said, [
      'We start early.',
      'The lighthouse <i>of</i> the &amp; old harbour',
      'nothing',
      'another lighthouse',
      'lighthouse',
      'Lighthouse!',
    ])
    await add('Rocks', { description: 'Below the lighthouse' })
    await add('Sea', { tags: ['lighthouse'] })
    await add('The lighthouse at night')
    await add('An older way to write lighthouses')
  })

  test('titles come before tags, descriptions and words that are said', async () => {
    expect(await titles('lighthouse')).toEqual(['An older way to write lighthouses', 'The lighthouse at night', 'Sea', 'Rocks', 'Boats'])
  })

  test('with the sentences, their times, the matching words, and how many more there are', async () => {
    const found = await search('lighthouse harbour')
    expect(found.map(({ video }) => video.title)).toEqual(['Boats'])
    expect(found[0]?.matches).toMatchObject([
      { start: 10, text: 'The lighthouse of the & old harbour', language: 'en' },
      { start: 30, text: 'another lighthouse' },
      { start: 40, text: 'lighthouse' },
    ])
    expect(found[0]?.more).toBe(1)
    const [match] = found[0]?.matches ?? []
    expect(match?.marks.map(([from, to]) => match.text.slice(from, to))).toEqual(['lighthouse', 'harbour'])
    expect((await search('rocks'))[0]).toMatchObject({ matches: [], more: 0 })
  })

  test('with the matching words of title, description and tags', async () => {
    const marked = async (q: string) =>
      (await search(q)).map(({ video, marks }) => {
        const cut = (text: string, places: readonly (readonly [number, number])[]) => places.map(([from, to]) => text.slice(from, to))
        return [
          cut(video.title, marks.title),
          cut(video.description, marks.description),
          video.tags.flatMap((tag, index) => cut(tag, marks.tags[index] ?? [])),
        ]
      })
    expect(await marked('lighthouse')).toEqual([
      [['lighthouses'], [], []],
      [['lighthouse'], [], []],
      [[], [], ['lighthouse']],
      [[], ['lighthouse'], []],
      [[], [], []],
    ])
    expect(await marked('"at night"')).toEqual([[['at night'], [], []]])
    expect(await marked('tag:lighthouse')).toEqual([[[], [], []]])
  })

  test('words of the title and words that are said together', async () => {
    expect(await titles('boats early')).toEqual(['Boats'])
    expect(await titles('rocks early')).toEqual([])
  })

  test('the last word may be unfinished, those before it not', async () => {
    expect(await titles('boats lightho')).toEqual(['Boats'])
    expect(await titles('lightho boats')).toEqual([])
  })

  test('pages follow each other without gaps or duplicates', async () => {
    const found: string[] = []
    let cursor: unknown = null
    do {
      const { body } = await ask('lighthouse', undefined, `&limit=1${cursor ? `&cursor=${String(cursor)}` : ''}`)
      found.push(...(body['results'] as SearchResult[]).map(({ video }) => video.title))
      cursor = body['nextCursor']
    } while (cursor)
    expect(found).toEqual(await titles('lighthouse'))
  })

  test('phrases and excluded words', async () => {
    expect(await titles('"old harbour"')).toEqual(['Boats'])
    expect(await titles('"harbour old"')).toEqual([])
    // On across cues, markup and signs, and not from one text to the next.
    expect(await titles('"early the lighthouse"')).toEqual(['Boats'])
    expect(await titles('"the old"')).toEqual(['Boats'])
    expect(await titles('"rocks below"')).toEqual([])
    expect(await titles('"at night" lighthouse')).toEqual(['The lighthouse at night'])
    expect(await titles('lighthouse -harbour -night')).toEqual(['An older way to write lighthouses', 'Sea', 'Rocks'])
    expect(await titles('boats -early')).toEqual([])
  })
})

describe('filters', () => {
  beforeAll(async () => {
    await add('Waterfall walk', { duration: 300, tags: ['north sea', 'walks'] })
    await add('Waterfall film', { duration: 3600, tags: ['walks'] }, bob)
    await add('Waterfall of unknown length', { duration: null })
  })

  test.each([
    ['waterfall tag:walks', ['Waterfall film', 'Waterfall walk']],
    ['waterfall tag:"North Sea"', ['Waterfall walk']],
    ['waterfall tag:walks tag:"north sea"', ['Waterfall walk']],
    ['waterfall longer:10m', ['Waterfall film']],
    ['waterfall shorter:1h', ['Waterfall walk']],
    ['waterfall longer:5m', ['Waterfall film', 'Waterfall walk']],
    ['waterfall longer:300s shorter:301s', ['Waterfall walk']],
    ['waterfall longer:61', []],
    ['waterfall longer:words', []],
    ['waterfall length:>10m', ['Waterfall film']],
    ['waterfall length:<1h', ['Waterfall walk']],
    ['waterfall LENGTH:>4m length:<6m', ['Waterfall walk']],
    ['waterfall length:10m', []],
    ['waterfall longer:>10m', []],
    ['waterfall colour:blue', []],
    ['tag:walks', ['Waterfall film', 'Waterfall walk']],
  ])('%s', async (q, expected) => {
    expect(await titles(q)).toEqual(expected)
  })

  test('tags without case and accents, in the spelling of a version before, too', async () => {
    await add('Waterfall bar', { tags: ['brûlée', 'ñandú'] })
    for (const q of ['tag:brulee', 'tag:BRÛLÉE', 'tag:nandu', 'waterfall tag:ñandu']) expect(await titles(q)).toEqual(['Waterfall bar'])
    expect(await titles('waterfall brûlée')).toEqual(['Waterfall bar'])
  })

  test.each(['while documents are written again', 'by their months'])('dates, %s', async (how) => {
    const id = await add('Comet')
    const later = await add('Comet again')
    const at = (videoId: string, date: string) => sql.query('update videos set created_at = $2 where id = $1', [videoId, date])
    await at(id, '2025-12-31T23:59:59.999Z')
    await at(later, '2026-01-01T00:00:00Z')
    if (how === 'by their months') await sql.query('delete from search_rebuild')
    else await sql.query(`insert into search_rebuild (before_id) values ('00000000-0000-0000-0000-000000000000') on conflict do nothing`)
    for (const [q, expected] of [
      ['before:2026-01', ['Comet']],
      ['before:2026', ['Comet']],
      ['before:2026-01-01', ['Comet']],
      ['before:2026-01-02', ['Comet again', 'Comet']],
      ['after:2025', ['Comet again']],
      ['after:2025-12', ['Comet again']],
      ['after:2025-12-31', ['Comet again']],
      ['after:2025-12-30', ['Comet again', 'Comet']],
      ['after:2025-11 before:2026-02', ['Comet again', 'Comet']],
      ['after:2026 before:2025', []],
      ['before:2026-02-30', []],
      ['before:soon', []],
    ] as const)
      expect([q, await titles(`comet ${q}`)]).toEqual([q, expected])
    await sql.query('delete from videos where id in ($1, $2)', [id, later])
  })

  test('by owner, and nobody for a name that nobody has', async () => {
    expect(await titles(`waterfall owner:${bob.username}`)).toEqual(['Waterfall film'])
    expect(await titles(`owner:${bob.username.toUpperCase()} waterfall`)).toEqual(['Waterfall film'])
    expect(await titles('waterfall owner:nobody')).toEqual([])
  })

  test('the name of a person finds their videos too, below titles, tags and descriptions and above what is said', async () => {
    const zoe = await newUser(product, site.mailbox, 'zoe.lind')
    const { username } = zoe
    const name = username.toUpperCase()
    await add('By a stranger', { description: `Filmed with ${username}` }, bob)
    await say(await add('Only said', {}, bob), [`this is ${username} speaking`], 'en', bob)
    const own = await add('Harbour at noon', {}, zoe)
    await say(own, ['we sail at noon'], 'en', zoe)
    await say(await add(`Portrait of ${username}`, {}, zoe), [`I am ${username}`], 'en', zoe)
    await add('Hidden', { visibility: 'private' }, zoe)
    const all = [`Portrait of ${username}`, 'By a stranger', 'Harbour at noon', 'Only said']
    expect(await titles(name)).toEqual(all)
    expect(await titles(name, zoe)).toEqual([...all.slice(0, 2), 'Hidden', ...all.slice(2)])
    const found: string[] = []
    let cursor: unknown = ''
    while (cursor !== null) {
      const { body } = await ask(name, undefined, `&limit=1${cursor ? `&cursor=${String(cursor)}` : ''}`)
      found.push(...(body['results'] as SearchResult[]).map(({ video }) => video.title))
      cursor = body['nextCursor']
    }
    expect(found).toEqual(all)
    // With other words, wherever these are, also one that is not finished.
    for (const q of [`${name} harbour`, `sail ${name}`, `${name} harb`]) expect(await titles(q)).toEqual(['Harbour at noon'])
    expect(await titles(`${name} -harbour -portrait`)).toEqual(['By a stranger', 'Only said'])
    expect(await titles(`"${username}" harbour`)).toEqual([])
    expect(await titles(`${username}x`)).toEqual([])
    await sql.query('update users set google_subject = id::text, chose_username = false where id = $1', [zoe.user.id])
    expect(await titles(name)).toEqual([...all.slice(0, 2), 'Only said'])
    // Their own videos find themselves, and so does the filter.
    expect(await titles(name, zoe)).toContain('Hidden')
    expect(await titles(`owner:${username} harbour`, zoe)).toEqual(['Harbour at noon'])
    expect(await titles(`owner:${username}`)).toEqual([])
  })

  test('beside the words as well', async () => {
    expect(await titles('waterfall', undefined, `&owner=${ada.username}&minDuration=100`)).toEqual(['Waterfall walk'])
    expect(await titles('waterfall', undefined, '&tag=walks&maxDuration=3600')).toEqual(['Waterfall walk'])
  })
})

describe('who finds what', () => {
  const secret = async (q = 'submarine', who?: Who) => (await search(q, who)).map(({ video, matches }) => [video.title, matches.length])

  test('a private video and its words are found by its owner and admins only, and a change of visibility counts at once', async () => {
    const id = await add('Diving', { visibility: 'private' })
    await say(id, ['A yellow submarine'])
    for (const who of [undefined, bob]) expect(await secret('submarine', who)).toEqual([])
    for (const who of [ada, admin]) expect(await secret('submarine', who)).toEqual([['Diving', 1]])
    expect(await titles('submarine', ada, '&visibility=public')).toEqual([])
    const change = (visibility: string) => product.call(`PATCH /gallery/videos/${id}`, { ...tokenOf(ada), body: { visibility } })
    await change('public')
    for (const who of [undefined, bob, admin]) expect(await secret('submarine', who)).toEqual([['Diving', 1]])
    await change('private')
    for (const who of [undefined, bob]) expect(await secret('submarine', who)).toEqual([])
  })

  test('the row of the video decides, whatever its document says', async () => {
    const id = await add('Zeppelin')
    expect(await titles('zeppelin')).toEqual(['Zeppelin'])
    await sql.query('alter table videos disable trigger user')
    await sql.query(`update videos set visibility = 'private' where id = $1`, [id])
    await sql.query('alter table videos enable trigger user')
    expect(await titles('zeppelin')).toEqual([])
    expect(await titles('zeppelin', ada)).toEqual(['Zeppelin'])
  })

  test('videos in the making are for their owner, failed ones for nobody', async () => {
    await add('Airship one', { status: 'processing' })
    await add('Airship two', { status: 'failed' })
    expect(await titles('airship')).toEqual([])
    expect(await titles('airship', ada)).toEqual(['Airship one'])
  })
})

describe('languages', () => {
  beforeAll(async () => {
    const id = await add('Many languages')
    await say(id, ['They were running through the villages'])
    await say(id, ['Die Häuser am Fluss', 'Kräne'], 'de')
    await say(id, ['Les chevaux galopaient, café'], 'fr-CA')
    await say(id, ['Дома стоят у реки'], 'ru')
    await say(id, ['今日の東京タワーを散歩', 'ジョギング'], 'ja')
    await say(id, ['서울특별시의 한강공원에서'], 'ko')
    await say(id, ['kua haere ki tātahi'], 'mi')
  })

  test.each([
    ['run', 'en', 'running'],
    ['village', 'en', 'villages'],
    ['Haus', 'de', 'Häuser'],
    ['Häuser', 'de', 'Häuser'],
    ['Krane', 'de', 'Kräne'],
    ['cafe', 'fr-CA', 'café'],
    ['galoper', 'fr-CA', 'galopaient'],
    ['дом', 'ru', 'Дома'],
    ['東京', 'ja', '東京'],
    ['東京タワー', 'ja', '東京タワー'],
    ['歩', 'ja', '歩'],
    ['特別', 'ja', undefined],
    ['京東', 'ja', undefined],
    ['東京を散', 'ja', undefined],
    ['특별시', 'ko', '특별시'],
    ['tatahi', 'mi', 'tātahi'],
    ['haere', 'mi', 'haere'],
  ])('%s', async (q, language, marked) => {
    const [result] = await search(q)
    if (marked === undefined) return expect(result).toBeUndefined()
    const match = result?.matches[0]
    expect([match?.language, match?.marks.map(([from, to]) => match.text.slice(from, to))]).toEqual([language, [marked]])
  })
})
