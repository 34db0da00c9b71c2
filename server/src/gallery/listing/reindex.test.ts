import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { databaseAt } from '../../../testing/services/database-at.ts'
import { createDatabaseUrl } from '../../../testing/services/test-database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { newId } from '../../platform/database/new-id.ts'
import { searchAmong, searchPublic } from './search-videos.ts'
import { wordsOf } from './search-words.ts'

test('videos from before this index are found inside their words', async () => {
  const url = await createDatabaseUrl()
  await migrate({ connectionString: url }, '0020-video-choices')
  // Opening it migrates the rest, so the rows are inserted before.
  const client = new Client({ connectionString: url })
  await client.connect()
  const [userId = '', openId, ownId, latinId = ''] = Array.from({ length: 4 }, newId).sort()
  await client.query(
    `insert into users (id, username, username_key, email, email_key, groups) values ($1, 'a', 'a', 'a@b', 'a@b', '{user}')`,
    [userId],
  )
  for (const [id, title, visibility] of [
    [openId, '今日の東京タワー', 'public'],
    [ownId, '東京の夜', 'private'],
    [latinId, 'Harbour tour', 'public'],
  ])
    await client.query(`insert into videos (id, user_id, title, visibility, status) values ($1, $2, $3, $4, 'ready')`, [
      id,
      userId,
      title,
      visibility,
    ])
  const wordsBefore = await client.query('select word from open_words where video_id = $1 order by word', [latinId])
  await client.end()

  const database = await databaseAt(url)
  onTestFinished(() => database.close())
  const { db } = database
  const query = { words: wordsOf('東京'), before: undefined, limit: 10 }
  expect(await searchPublic(db, sql<boolean>`visibility = 'public'`, query)).toEqual([openId])
  expect(await searchAmong(db, sql<boolean>`true`, query)).toEqual([ownId, openId])
  expect(await searchPublic(db, sql<boolean>`true`, { ...query, words: ['tour'] })).toEqual([latinId])
  const wordsAfter = await db.selectFrom('open_words').select('word').where('video_id', '=', latinId).orderBy('word').execute()
  expect(wordsAfter).toEqual(wordsBefore.rows)
})
