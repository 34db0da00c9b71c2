import { expect, onTestFinished, test } from 'vitest'
import { databaseAt } from '../../../testing/services/database-at.ts'
import { connectWithOwner } from '../../../testing/services/owner-row.ts'
import { createMigratedUrl } from '../../../testing/services/test-database.ts'
import { searchVideos } from './search-videos.ts'

const visitor = { userId: undefined, isAdmin: false, linkHash: undefined }

test('a search for a length that almost no video has ends its page early, and the next one goes on', async () => {
  const url = await createMigratedUrl()
  const { db, close } = await databaseAt(url)
  onTestFinished(close)
  const { client, userId } = await connectWithOwner(url)
  // 70 and 110 minutes have the same key. The rows of the first 3,000 videos do not match.
  await client.query(
    `insert into videos (id, user_id, title, visibility, status, duration)
     select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'Clip ' || n, 'public', 'ready',
       case when n in (3, 7, 3101) then 6600 else 4200 end
     from generate_series(1, 3101) n`,
    [userId],
  )
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = await searchVideos({ db, nameKey: (name) => name }, visitor, { q: 'clip longer:100m', limit: 20, cursor })
    pages.push(page.found.map(({ row }) => row.title))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(pages).toEqual([['Clip 3101'], ['Clip 7', 'Clip 3']])
})

test('titles of the oldest block come before what is said in the newest, each video once, page after page', async () => {
  const url = await createMigratedUrl()
  const { db, close } = await databaseAt(url)
  onTestFinished(close)
  const { client, userId } = await connectWithOwner(url)
  const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const addVideo = async (n: number, { title = `Clip ${n}`, tags = [] as string[], said = '' }) => {
    await client.query(
      `insert into videos (id, user_id, title, tags, visibility, status, duration) values ($1, $2, $3, $4, 'public', 'ready', 60)`,
      [idOf(n), userId, title, tags],
    )
    const content = `WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n${said}\n`
    if (said) {
      await client.query(
        `insert into captions (id, video_id, language, label, source, content, bytes) values ($1, $2, 'en', 'English', 'automatic', $3, $4)`,
        [idOf(n).replace('8000', '9000'), idOf(n), content, content.length],
      )
    }
  }
  await addVideo(1, { title: 'Harbour lights', said: 'the harbour lights again' })
  await addVideo(2, { said: 'harbour lights' })
  await client.query('select begin_search_block($1)', [idOf(3)])
  await addVideo(3, { tags: ['harbour', 'lights'] })
  await addVideo(4, { said: 'lights of the harbour' })
  await client.query('select begin_search_block($1)', [idOf(5)])
  await addVideo(5, { said: 'a harbour without lights' })
  await addVideo(6, { title: 'Lights', said: 'nothing of the kind' })

  for (const q of ['harbour lights', 'lights har']) {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await searchVideos({ db, nameKey: (name) => name }, visitor, { q, limit: 2, cursor })
      found.push(...page.found.map(({ row }) => row.title))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(['Harbour lights', 'Clip 3', 'Clip 5', 'Clip 4', 'Clip 2'])
  }
})
