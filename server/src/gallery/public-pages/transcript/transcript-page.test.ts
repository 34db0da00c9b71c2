import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newUser } from '../../../../testing/people.ts'
import { startProductWithMail } from '../../../../testing/product-with-mail.ts'
import { connectSql } from '../../../../testing/services/sql-client.ts'
import { insertVideo } from '../../../../testing/video-rows.ts'
import { newId } from '../../../platform/database/new-id.ts'

const webFolder = await mkdtemp(join(tmpdir(), 'vf-web-'))
const shell = '<noscript>Needs JavaScript.</noscript><script type="module" src="/app.js"></script>'
await writeFile(
  join(webFolder, 'index.html'),
  `<!doctype html><html><head><title>page</title><link rel="stylesheet" crossorigin href="/assets/index-1.css"></head><body>${shell}</body></html>`,
)
await copyFile(new URL('../../../../../web/transcript-page.html', import.meta.url), join(webFolder, 'transcript-page.html'))
afterAll(() => rm(webFolder, { recursive: true }))

const { product, mailbox } = await startProductWithMail({ WEB_FOLDER: webFolder })
const sql = await connectSql(product)
const ada = await newUser(product, mailbox, 'Ada')
const asAda = (key: string, body?: unknown) => product.call(key, { token: ada.tokens.idToken, ...(body !== undefined && { body }) })

const newVideo = (values: Parameters<typeof insertVideo>[2] = {}) => insertVideo(sql, ada.user.id, values)
const add = async (id: string, language: string, text: string) => {
  const content = `WEBVTT\n\n00:01:02.500 --> 00:01:04.000\n${text}\n`
  return (await asAda(`POST /gallery/videos/${id}/captions`, { language, content })).body['caption'] as { id: string }
}
const page = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(product.url + path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('rights', () => {
  test('everybody reads the transcript of a public video', async () => {
    const id = await newVideo({ title: 'Open' })
    await add(id, 'en', 'Hello')
    const { status, headers, text } = await page(`/video/${id}/transcript`)
    expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([200, 'public, no-cache', null])
    expect(text).toContain(`<a lang="en" href="/video/${id}?t=62" aria-label="Play from 1:02">1:02</a> <span>Hello</span>`)
    expect(text).toContain(`<a href="/u/${ada.username}" dir="auto">`)
    expect(text).toContain('<link rel="stylesheet" crossorigin href="/assets/index-1.css">')
    expect(text).not.toContain('app.js')
    expect(text).not.toMatch(/noindex|%[A-Z]+%|<style| style=/)
    expect((await page(`/video/${id.toUpperCase()}/transcript/`)).status).toBe(200)
  })

  test('of a private one only a share link shows something, and crawlers keep nothing', async () => {
    const id = await newVideo({ title: 'Hidden title', visibility: 'private' })
    await add(id, 'en', 'Hidden words')
    const other = await newVideo({ visibility: 'private' })
    const { body } = await asAda(`POST /gallery/videos/${id}/links`, {})
    const { searchParams } = new URL((body['link'] as { url: string }).url)
    const link = searchParams.get('link') ?? ''
    const paths = [`/video/${id}/transcript`, `/video/${id}/transcript?link=made-up`, `/video/${other}/transcript?link=${link}`]
    for (const path of [...paths, `/video/${newId()}/transcript`, '/video/1/transcript']) {
      const { status, text } = await page(path)
      expect([path, status, text.includes('Hidden'), text.includes('its video is private')]).toEqual([path, 404, false, true])
    }
    const opened = await page(`/video/${id}/transcript?link=${link}`)
    expect([opened.status, opened.headers.get('cache-control'), opened.headers.get('x-robots-tag')]).toEqual([
      200,
      'private, no-cache',
      'noindex',
    ])
    expect(opened.text).toContain('<meta name="robots" content="noindex">')
    expect(opened.text).toContain(`href="/video/${id}?t=62&amp;link=${link}"`)
    expect(opened.text).not.toContain('rel="canonical"')
    await asAda(`DELETE /gallery/videos/${id}/links/${(body['link'] as { id: string }).id}`)
    expect((await page(`/video/${id}/transcript?link=${link}`)).status).toBe(404)
  })
})

describe('what it shows', () => {
  test('nothing in it runs', async () => {
    const id = await newVideo({ title: '</title><script>alert(1)</script>%TEXT%$&' })
    await asAda(`PATCH /gallery/videos/${id}`, {
      chapters: [
        { start: 0, title: '"><img src=x onerror=alert(1)>' },
        { start: 30, title: 'Second' },
      ],
    })
    await add(id, 'en', '&lt;script&gt;alert(2)&lt;/script&gt; %TITLE% "quoted"')
    const { text } = await page(`/video/${id}/transcript`)
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(text).not.toContain('<img')
    expect(text).toContain('&lt;script&gt;alert(2)&lt;/script&gt; %TITLE% &quot;quoted&quot;')
    expect(text).toMatch(/<h2><a [^>]*>0:30<\/a> <span dir="auto">Second<\/span><\/h2>/)
  })

  test('languages with links, direction, and the note of automatic ones until somebody has corrected them', async () => {
    const id = await newVideo()
    await add(id, 'ar', 'مرحبا')
    const english = await add(id, 'en', 'Hello')
    await sql.query(`update captions set source = 'automatic' where id = $1`, [english.id])
    const arabic = await page(`/video/${id}/transcript`)
    expect(arabic.text).toContain('<div lang="ar" dir="rtl">')
    expect(arabic.text).toContain(`<a href="/video/${id}/transcript?language=en" hreflang="en" dir="auto">English</a>`)
    expect(arabic.text).toContain(`<link rel="alternate" hreflang="en" href="${product.url}/video/${id}/transcript?language=en">`)
    expect(arabic.text).not.toContain('Made automatically')
    const read = await page(`/video/${id}/transcript?captionId=${english.id}`)
    expect(read.text).toContain('Made automatically; it may contain errors.')
    expect(read.text).toContain('<div lang="en" dir="ltr">')
    await asAda(`PUT /gallery/videos/${id}/captions/${english.id}`, { content: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello' })
    expect((await page(`/video/${id}/transcript?language=en`)).text).not.toContain('Made automatically')
    const missing = await page(`/video/${id}/transcript?language=fr`)
    expect([missing.status, missing.headers.get('etag')]).toEqual([404, null])
    expect(missing.text).toContain('This video has no captions in this language.')
  })

  test('a change of the text, the title or the chapters is seen at once; nothing is sent twice', async () => {
    const id = await newVideo({ title: 'Before' })
    const { id: captionId } = await add(id, 'en', 'Hello')
    const path = `/video/${id}/transcript`
    const first = await page(path)
    const known = { 'if-none-match': String(first.headers.get('etag')) }
    expect((await page(path, known)).status).toBe(304)
    await asAda(`PATCH /gallery/videos/${id}`, { title: 'After' })
    expect((await page(path, known)).text).toContain('>After</h1>')
    await asAda(`PUT /gallery/videos/${id}/captions/${captionId}`, { content: 'WEBVTT\n\n00:01.000 --> 00:02.000\nGoodbye' })
    const again = await page(path, known)
    expect([again.status, again.text.includes('Goodbye'), again.text.includes('Hello')]).toEqual([200, true, false])
  })

  test('without captions it says so', async () => {
    const { status, text } = await page(`/video/${await newVideo()}/transcript`)
    expect([status, text.includes('This video has no captions.')]).toEqual([404, true])
  })
})

test('the page of a video with captions leads there without scripts', async () => {
  const id = await newVideo()
  expect((await page(`/video/${id}`)).text).not.toContain('/transcript')
  await add(id, 'en', 'Hello')
  const { text } = await page(`/video/${id}`)
  expect(text).toContain(`<noscript>Needs JavaScript. <a href="/video/${id}/transcript">Read the transcript of this video</a></noscript>`)
  expect(text).toContain(`<link rel="alternate" type="text/html" href="/video/${id}/transcript" title="Transcript">`)
})
