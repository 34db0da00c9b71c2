import type { VideoDetails } from '@video-forge/contract/gallery'
import { describe, expect, test } from 'vitest'
import { newUser, type Session } from '../../testing/people.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'
import { connectSql } from '../../testing/services/sql-client.ts'
import { insertVideo } from '../../testing/video-rows.ts'

const { product, mailbox } = await startProductWithMail()
const sql = await connectSql(product)
const owner = await newUser(product, mailbox)
const stranger = await newUser(product, mailbox)
const id = await insertVideo(sql, owner.user.id, { duration: 100 })

const change = (body: object, who: Session = owner) => product.call(`PATCH /gallery/videos/${id}`, { token: who.tokens.idToken, body })
const changed = async (body: object) => (await change(body)).body['video'] as VideoDetails
const seen = async () => (await product.call(`GET /gallery/videos/${id}`)).body['video'] as VideoDetails

describe('tags', () => {
  test('keep their spelling, each once, and every viewer sees them', async () => {
    const typed = ['Sea', '#SEA', ' North  Sea', '', ' # ', '東京', 'ТАЙГА', 'a,b', 'ｆｕｌｌ', 'Café', 'cafe']
    expect((await changed({ tags: typed })).tags).toEqual(['Sea', 'North Sea', '東京', 'ТАЙГА', 'a b', 'full', 'Café'])
    expect((await changed({ title: 'Other' })).tags).toContain('Sea')
    expect((await changed({ tags: ['sea', 'CAFE'] })).tags).toEqual(['sea', 'CAFE'])
    // As a version before this one writes them.
    await sql.query(`update videos set tags = '{cafe,salt}' where id = $1`, [id])
    expect((await seen()).tags).toEqual(['CAFE', 'salt'])
    expect((await changed({ tags: [] })).tags).toEqual([])
  })

  test.each([
    ['too many', Array.from({ length: 21 }, (_, index) => `tag ${index}`), 'A video can have at most 20 tags'],
    ['too long', ['x'.repeat(41)], 'A tag must be at most 40 characters long'],
    ['no list', 'sea', 'The field "tags" must be a list.'],
  ])('%s: refused with a sentence', async (_what, tags, message) => {
    const { status, body } = await change({ tags })
    expect([status, body['details']]).toEqual([400, [{ field: 'tags', message }]])
  })

  test('20 of 40 characters are accepted, whatever they were before', async () => {
    const tags = Array.from({ length: 20 }, (_, index) => String(index).padStart(40, '語'))
    expect((await changed({ tags: [...tags, ...tags] })).tags).toEqual(tags)
    await change({ tags: [] })
  })

  test('only the owner sets them', async () => {
    expect((await change({ tags: ['mine'] }, stranger)).status).toBe(403)
    expect((await seen()).tags).toEqual([])
  })
})

describe('chapters', () => {
  test('are set, kept and removed', async () => {
    const chapters = [
      { start: 0, title: 'Start' },
      { start: 61.5, title: 'Harbour' },
    ]
    expect(await changed({ chapters })).toMatchObject({ chapters, chaptersFrom: 'owner' })
    await change({ title: 'Same' })
    expect(await seen()).toMatchObject({ chapters, chaptersFrom: 'owner' })
    expect(await changed({ chapters: [] })).toMatchObject({ chapters: [], chaptersFrom: null })
  })

  test('come from the times in the description when none are set', async () => {
    const described = [
      { start: 0, title: 'Start' },
      { start: 70, title: 'The harbour' },
    ]
    expect(await changed({ description: 'A walk\n0:00 Start\n1:10 - The harbour' })).toMatchObject({
      chapters: described,
      chaptersFrom: 'description',
    })
    const own = [{ start: 5, title: 'Mine' }]
    expect(await changed({ chapters: own })).toMatchObject({ chapters: own, chaptersFrom: 'owner' })
    await change({ chapters: [], description: '' })
  })

  test.each([
    [
      'out of order',
      [
        { start: 5, title: 'a' },
        { start: 5, title: 'b' },
      ],
      'Each chapter must start after the one before it',
    ],
    ['after the end', [{ start: 100, title: 'a' }], 'A chapter starts after the end of the video'],
    ['too many', Array.from({ length: 101 }, (_, index) => ({ start: index / 2, title: 'a' })), 'A video can have at most 100 chapters'],
    ['without a title', [{ start: 1, title: ' ' }], 'Each chapter needs a title'],
    ['before the start', [{ start: -1, title: 'a' }], 'The field "chapters.0.start" must be at least 0.'],
  ])('%s: refused with a sentence', async (_what, chapters, message) => {
    const { status, body } = await change({ chapters })
    expect([status, body.message]).toEqual([400, message])
    expect((await seen()).chapters).toEqual([])
  })
})
