import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/services/test-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { searchAmong, searchPublic } from './search-videos.ts'
import { tsquery, wordsOf } from './search-words.ts'

let database: Database
const owner = newId()
const open = sql<boolean>`visibility = 'public' and status in ('ready', 'uploaded')`
const all = sql<boolean>`status <> 'failed'`

/** More than are looked through one by one, with words of every frequency; the oldest have beginnings that nothing newer has. */
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const user = { id: owner, username: 'a', username_key: 'a', email: 'a@example.com', email_key: 'a', groups: ['user' as const] }
  await db.insertInto('users').values(user).execute()
  await sql`
    insert into videos (id, user_id, title, description, visibility, status)
    select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${owner}, concat_ws(' ', 'Clip number', n,
        case when n % 10 = 0 then 'tenth' end, case when n % 7 = 0 then 'serial' || n end, case when n <= 900 then 'early' || n end,
        case when n in (5, 3000, 7500) then 'seldom' end, case when n % 3 = 0 then '今日の東京タワー' || n end,
        case when n in (9, 6001) then '京都市' end),
      case when n % 2 = 0 then 'tenths of a second' else 'something else' end,
      case when n % 5 = 1 then 'private' else 'public' end, case when n % 11 = 0 then 'processing' else 'ready' end
    from generate_series(1, 8000) n`.execute(db)
}, 60_000)
afterAll(() => database.close())

/** The result of a search that scans every row. */
async function everyRow(allowed: typeof open, words: string[], before: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select * from videos offset 0) videos
    where ${allowed} and search @@ to_tsquery('simple', ${tsquery(words)})
      ${before ? sql`and id < ${before}` : sql``} order by id desc limit ${limit}`.execute(database.db)
  return rows.map(({ id }) => id)
}

describe('finds what a scan of every row finds, in the same order', () => {
  test.each([
    ['a rare word', ['seldom']],
    ['a frequent word', ['tenth']],
    ['a word of every title', ['clip']],
    ['a prefix of many words', ['serial']],
    ['a prefix of many words in old videos', ['early']],
    ['one letter', ['s']],
    ['a rare and a frequent word', ['clip', 'seldom']],
    ['two frequent words', ['tenth', 'clip']],
    ['two prefixes that rarely occur together', ['serial', 'early']],
    ['a prefix without a match', ['zebra']],
    ['a word and a prefix without a match', ['clip', 'zebra']],
    ['a pair inside a frequent run', ['東京']],
    ['several pairs', ['東京タワー']],
    ['a rare run', ['京都市']],
    ['one letter of a run', ['京']],
    ['a run and a word', ['東京', 'tenth']],
    ['a run without a match', ['京東']],
  ])('%s', async (_what, words) => {
    for (const before of [undefined, '01900000-0000-7000-8000-000000007600', '01900000-0000-7000-8000-000000000400']) {
      for (const limit of [5, 51]) {
        const query = { words, before, limit }
        expect(await searchPublic(database.db, open, query)).toEqual(await everyRow(open, words, before, limit))
        expect(await searchAmong(database.db, all, query)).toEqual(await everyRow(all, words, before, limit))
      }
    }
  })
})

const scripts = [
  [
    'Japanese',
    '今日の東京タワーを散歩',
    ['今日', '東京', '京タワ', 'タワー', '散歩', '歩', '今日の東京タワーを散歩'],
    ['東タ', '京都', 'タワの'],
  ],
  ['Chinese', '北京大学的图书馆', ['大学', '图书馆', '馆', '北京 图书'], ['北大', '书图']],
  ['Thai', 'ตลาดน้ำดำเนินสะดวก', ['น้ำ', 'สะดวก', 'ตลาด'], ['ดวกสะ']],
  ['Korean', '서울특별시의 한강공원에서', ['특별시', '한강', '공원', '원에서'], ['강한']],
  ['a mix with Latin', '新しいiPad Proを開封', ['ipad', 'iPa', 'pro', '開封', 'しいiPad'], ['pad']],
  ['Latin', 'Flughafen', ['flug'], ['hafen']],
] as const

describe('words inside runs of letters without spaces', () => {
  test.each(scripts)('%s', async (_script, title, inside, outside) => {
    const { db } = database
    const id = '01900000-0000-7000-8000-000000009500'
    for (const visibility of ['public', 'private'] as const) {
      for (const [search, allowed] of [
        [searchPublic, open],
        [searchAmong, all],
      ] as const) {
        await db.deleteFrom('videos').where('id', '=', id).execute()
        await db.insertInto('videos').values({ id, user_id: owner, title, visibility, status: 'ready' }).execute()
        const finds = async (text: string) =>
          (await search(db, allowed, { words: wordsOf(text), before: undefined, limit: 5 })).includes(id)
        for (const text of inside) expect([text, await finds(text)]).toEqual([text, visibility === 'public' || search === searchAmong])
        for (const text of outside) expect([text, await finds(text)]).toEqual([text, false])
      }
    }
    await db.deleteFrom('videos').where('id', '=', id).execute()
    expect(await db.selectFrom('open_words').select('word').where('video_id', '=', id).execute()).toEqual([])
  })

  test('tags are searched too', async () => {
    const { db } = database
    const id = '01900000-0000-7000-8000-000000009600'
    const values = {
      id,
      user_id: owner,
      title: 'Plain',
      visibility: 'public' as const,
      status: 'ready' as const,
      tags: ['zeppelin', '飛行船'],
    }
    await db.insertInto('videos').values(values).execute()
    for (const words of [['zepp'], ['行船']]) expect(await searchPublic(db, open, { words, before: undefined, limit: 5 })).toEqual([id])
    await db.deleteFrom('videos').where('id', '=', id).execute()
  })
})

test('words are indexed while everybody may watch their video', async () => {
  const { db } = database
  const id = '01900000-0000-7000-8000-000000009000'
  const found = async (word: string) => (await searchPublic(db, open, { words: [word], before: undefined, limit: 5 })).includes(id)
  const change = (values: object) => db.updateTable('videos').set(values).where('id', '=', id).execute()
  await db.insertInto('videos').values({ id, user_id: owner, title: 'Zeppelin', visibility: 'private', status: 'ready' }).execute()
  expect(await found('zeppelin')).toBe(false)
  await change({ visibility: 'public' })
  expect(await found('zeppelin')).toBe(true)
  await change({ title: 'Balloon' })
  expect([await found('zeppelin'), await found('balloon')]).toEqual([false, true])
  await change({ status: 'processing' })
  expect(await found('balloon')).toBe(false)
  await change({ status: 'ready', description: 'Quietly' })
  expect([await found('balloon'), await found('quiet')]).toEqual([true, true])
  await db.deleteFrom('videos').where('id', '=', id).execute()
  expect(await found('balloon')).toBe(false)
  const left = await db.selectFrom('open_words').select('word').where('video_id', '=', id).execute()
  expect(left).toEqual([])
})
