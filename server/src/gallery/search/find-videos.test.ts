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
