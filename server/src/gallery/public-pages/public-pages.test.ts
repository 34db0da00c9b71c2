import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newUser, type Session, signInAdmin } from '../../../testing/people.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'
import { connectSql } from '../../../testing/services/sql-client.ts'
import { insertVideo } from '../../../testing/video-rows.ts'
import { newId } from '../../platform/database/new-id.ts'

const webFolder = await mkdtemp(join(tmpdir(), 'vf-web-'))
const spinner = '<div class="startup"><span>Loading Video Forge...</span></div>'
await writeFile(join(webFolder, 'index.html'), `<!doctype html><head><title>page</title></head><body>${spinner}</body>`)
await writeFile(join(webFolder, 'first-picture.html'), '<img data-first-picture data-ratio="%RATIO%" src="%POSTER%" alt="%TITLE%">')
await writeFile(
  join(webFolder, 'first-list.html'),
  '<main data-first-list><img src="%PICTURE1%" alt=""><img src="%PICTURE2%" alt=""></main>',
)
afterAll(() => rm(webFolder, { recursive: true }))

const { product, mailbox } = await startProductWithMail({ WEB_FOLDER: webFolder })
const sql = await connectSql(product)
const ada = await newUser(product, mailbox, 'Ada.')
const shy = await newUser(product, mailbox, 'shy')
const admin = await signInAdmin(product)
const open = await insertVideo(sql, ada.user.id, { title: 'Open' })
const secret = await insertVideo(sql, ada.user.id, { title: 'Secret', visibility: 'private' })
const inTheMaking = await insertVideo(sql, ada.user.id, { title: 'Soon', status: 'processing' })
await insertVideo(sql, shy.user.id, { title: 'Only mine', visibility: 'private' })
await insertVideo(sql, shy.user.id, { title: 'Not ready', status: 'processing' })

const person = (username: string, who?: Session) =>
  product.call(`GET /people/${encodeURIComponent(username)}`, who ? { token: who.tokens.idToken } : {})
const page = async (path: string) => {
  const answer = await fetch(product.url + path)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

describe('people', () => {
  test('a person with public videos has a page that counts only those', async () => {
    for (const who of [undefined, shy, admin, ada]) {
      const { status, body } = await person(ada.username, who)
      expect([status, body['person']]).toEqual([
        200,
        { username: ada.username, name: ada.username, videoCount: 1, since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      ])
      expect(JSON.stringify(body)).not.toContain('@')
    }
    expect((await person(ada.username.toUpperCase())).status).toBe(200)
  })

  test('one without looks like one that does not exist, except for themselves', async () => {
    for (const who of [undefined, ada, admin]) {
      const unknown = await person('nobody-at-all', who)
      const withoutVideos = await person(shy.username, who)
      expect([withoutVideos.status, withoutVideos.body]).toEqual([404, unknown.body])
    }
    expect((await person(shy.username, shy)).body['person']).toMatchObject({ username: shy.username, videoCount: 0 })
  })

  test('disabling or deleting an account ends its page', async () => {
    const cora = await newUser(product, mailbox, 'cora')
    await insertVideo(sql, cora.user.id)
    const statuses = async () => [(await person(cora.username)).status, (await page(`/u/${cora.username}`)).status]
    expect(await statuses()).toEqual([200, 200])
    await sql.query('update users set disabled_at = now() where id = $1', [cora.user.id])
    expect(await statuses()).toEqual([404, 404])
    await sql.query('update users set disabled_at = null where id = $1', [cora.user.id])
    expect(await statuses()).toEqual([200, 200])
    const owners = async () => {
      const { body } = await product.call('GET /gallery/videos')
      const named = await product.call(`GET /gallery/videos?owner=${cora.username}`)
      const listed = (body['videos'] as { owner: { username: string } | null }[]).map(({ owner }) => owner?.username)
      return { isNamed: listed.includes(cora.username), found: (named.body['videos'] as unknown[]).length }
    }
    expect(await owners()).toEqual({ isNamed: true, found: 1 })
    // Its username would be the beginning of an e-mail address.
    await sql.query(`update users set google_subject = 'google-cora', chose_username = false where id = $1`, [cora.user.id])
    await sql.query('update videos set title = title where user_id = $1', [cora.user.id])
    await vi.waitFor(async () => expect(await owners()).toEqual({ isNamed: false, found: 0 }))
    expect(await statuses()).toEqual([404, 404])
    // Choosing a name is enough for lists that are cached.
    await sql.query('update users set chose_username = true where id = $1', [cora.user.id])
    await vi.waitFor(async () => expect(await owners()).toEqual({ isNamed: true, found: 1 }))
    expect(await statuses()).toEqual([200, 200])
    expect((await product.call(`DELETE /auth/users/${cora.user.id}`, { token: admin.tokens.idToken })).status).toBe(200)
    expect(await statuses()).toEqual([404, 404])
  })
})

describe('the status of a page is what a visitor finds there', () => {
  test.each([
    ['/', 200],
    ['/gallery?tag=sea', 200],
    ['/jobs/1', 200],
    ['/nowhere', 404],
    ['/gallery/nowhere', 404],
    ['/video', 404],
    [`/video/${open}`, 200],
    [`/video/${open.toUpperCase()}`, 200],
    [`/video/${inTheMaking}`, 200],
    [`/video/${secret}`, 404],
    [`/video/${newId()}`, 404],
    ['/video/1', 404],
    [`/embed/${open}`, 200],
    [`/embed/${secret}`, 404],
    [`/u/${ada.username}`, 200],
    [`/u/${shy.username}`, 404],
    ['/u/nobody', 404],
    ['/u/%E0%A4%A', 400],
  ])('%s: %i', async (path, status) => {
    const { status: found, type, text } = await page(path)
    expect(found).toBe(status)
    if (status === 400) return
    expect(type).toContain('text/html')
    expect(text).toContain('<!doctype html>')
    if (status === 404) expect(text).toContain('<title>page</title>')
  })

  test('a share link opens the page of a private video', async () => {
    const made = await product.call(`POST /gallery/videos/${secret}/links`, { token: ada.tokens.idToken, body: {} })
    const { pathname, search } = new URL((made.body['link'] as { url: string }).url)
    const opened = await page(pathname + search)
    expect([opened.status, opened.text]).toEqual([200, expect.not.stringContaining('Secret')])
    expect((await page(`${pathname}?link=made-up`)).status).toBe(404)
  })

  test('public pages introduce themselves to link previews', async () => {
    expect((await page(`/video/${open}`)).text).toContain('<meta property="og:title" content="Open">')
    const { text } = await page(`/u/${ada.username}`)
    expect(text).toContain(`<title>${ada.username} · Video Forge</title>`)
    expect(text).toContain(`content="1 video by ${ada.username} on Video Forge."`)
  })
})

test('the gallery is drawn before the scripts run, unless filters change how it looks', async () => {
  const drawn = async (path: string) => (await page(path)).text.includes('<main data-first-list>')
  expect(await Promise.all(['/gallery', '/gallery/', '/Gallery'].map(drawn))).toEqual([true, true, true])
  expect(await Promise.all(['/gallery?q=sea', '/', '/gallery/1', `/video/${open}`].map(drawn))).toEqual([false, false, false, false])
})

test('the gallery names the pictures of its first cards, of public videos only', async () => {
  const named = async (path: string) =>
    [...(await page(path)).text.matchAll(/<link rel="preload" as="image" fetchpriority="high" href="([^"]+)">/g)].map(
      ([, address]) => address,
    )
  const cardOf = (id: string) => `${product.url}/media/${id}/public/card.webp`
  const older = await insertVideo(sql, ada.user.id, {})
  const newer = await insertVideo(sql, ada.user.id, {})
  await vi.waitFor(async () => expect(await named('/gallery')).toEqual([newer, older].map(cardOf)))
  await sql.query(`update videos set visibility = 'private' where id = $1`, [newer])
  await vi.waitFor(async () => expect((await named('/gallery'))[0]).toBe(cardOf(older)))
  expect(await Promise.all(['/gallery?q=sea', '/'].map(named))).toEqual([[], []])
  // They are drawn, too.
  const drawn = async () => [...(await page('/gallery')).text.matchAll(/<img src="([^"]+)" alt="">/g)].map(([, address]) => address)
  expect(await drawn()).toEqual([cardOf(older), expect.stringContaining('/card.webp')])
  await sql.query('update videos set width = 720, height = 1280 where id = $1', [older])
  await vi.waitFor(async () => expect(await drawn()).toEqual([]))
  await sql.query('update videos set width = null, height = null where id = $1', [older])
  // That of a video names its poster.
  expect(await named(`/video/${older}`)).toEqual([`${product.url}/media/${older}/public/thumbnail.jpg`])
})

describe('the page of a public video shows its picture before the scripts run', () => {
  const sized = async (width: number, height: number, values: Parameters<typeof insertVideo>[2] = {}) => {
    const id = await insertVideo(sql, ada.user.id, values)
    await sql.query('update videos set width = $2, height = $3 where id = $1', [id, width, height])
    return id
  }

  test('with the answer to its first call, in which nothing can end the script', async () => {
    const id = await sized(1920, 1080, { title: '</script><b>"Tom" & Eve %TITLE%', description: '<!-- $& -->' })
    const { text } = await page(`/video/${id}`)
    const poster = `${product.url}/media/${id}/public/thumbnail.jpg`
    expect(text).toContain(
      `<img data-first-picture data-ratio="16:9" src="${poster}" alt="&lt;/script&gt;&lt;b&gt;&quot;Tom&quot; &amp; Eve %TITLE%">`,
    )
    expect(text).not.toContain('class="startup"')
    const [, data = ''] = /<script type="application\/json" id="first-video">(.*?)<\/script>/s.exec(text) ?? []
    expect(data).not.toContain('<')
    expect(JSON.parse(data)).toEqual((await product.call(`GET /gallery/videos/${id}`)).body['video'])
  })

  test.each([
    [1280, 720, '16:9'],
    [1280, 714, '16:9'],
    [640, 480, '4:3'],
    [720, 720, '1:1'],
    [1080, 1920, '9:16'],
  ])('%i x %i has the ratio %s', async (width, height, ratio) => {
    expect((await page(`/video/${await sized(width, height)}`)).text).toContain(`data-ratio="${ratio}"`)
  })

  test('and the usual spinner where there is no picture, no place for it, or no public video', async () => {
    const own = await sized(1920, 1080, { visibility: 'private' })
    const made = await product.call(`POST /gallery/videos/${own}/links`, { token: ada.tokens.idToken, body: {} })
    const { pathname, search } = new URL((made.body['link'] as { url: string }).url)
    const paths = [
      `/video/${await sized(1920, 800)}`,
      `/video/${await sized(1920, 1080, { status: 'processing' })}`,
      `/video/${open}`,
      `/embed/${await sized(1920, 1080)}`,
      pathname + search,
      '/gallery?q=sea',
    ]
    for (const path of paths) {
      const { status, text } = await page(path)
      expect([path, status, text.includes(spinner), text.includes('first-video')]).toEqual([path, 200, true, false])
    }
  })
})
