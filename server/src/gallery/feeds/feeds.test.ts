import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openSiteWithFiles } from '../../../testing/local-files.ts'
import { childrenOf, parseXml, textOf, type XmlElement } from '../../../testing/parse-xml.ts'
import { newUser } from '../../../testing/people.ts'
import { addFinishedVideo } from '../../../testing/protection/protected-video.ts'
import { insertVideo } from '../../../testing/video-rows.ts'
import { newId } from '../../platform/database/new-id.ts'

const webFolder = await mkdtemp(join(tmpdir(), 'vf-web-'))
await writeFile(join(webFolder, 'index.html'), '<!doctype html><head><title>page</title></head><body></body>')
const { site, put } = await openSiteWithFiles({ WEB_FOLDER: webFolder })
afterAll(async () => {
  await site.stop()
  await rm(webFolder, { recursive: true })
})
const { product, sql } = site
const ada = await newUser(product, site.mailbox, 'ada')
const bob = await newUser(product, site.mailbox, 'bob')

const get = (path: string, init: RequestInit = {}) => fetch(product.url + path, init)
const feed = async (path: string): Promise<XmlElement> => {
  const answer = await get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return parseXml(await answer.text())
}
const itemsOf = async (path: string) => childrenOf(childrenOf(await feed(path), 'channel')[0], 'item')
const titlesOf = async (path: string) => (await itemsOf(path)).map((item) => textOf(item, 'title'))

const ugly = `<b>Tom & "Jerry's"</b> ]]> \u0001\u000b\ufffe🎬\ud800 ende`
const shownUgly = `<b>Tom & "Jerry's"</b> ]]> 🎬 ende`
let finished = ''
beforeAll(async () => {
  finished = (await addFinishedVideo(site, ada.user.id, put)).id
  await sql.query(`update videos set title = $2, description = $3, tags = '{café}', tag_names = '{Café}' where id = $1`, [
    finished,
    // PostgreSQL stores every character but one.
    ugly.replace('\ud800', ''),
    'One\r\ntwo <i>&amp;',
  ])
})

describe('formats', () => {
  test('RSS', async () => {
    const answer = await get('/feeds/videos.rss')
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const rss = parseXml(await answer.text())
    const [channel] = childrenOf(rss, 'channel')
    expect([rss.name, rss.attributes['version'], textOf(channel, 'title'), textOf(channel, 'link')]).toEqual([
      'rss',
      '2.0',
      'Video Forge',
      `${product.url}/gallery`,
    ])
    expect(childrenOf(channel, 'atom:link')[0]?.attributes).toMatchObject({ rel: 'self', href: `${product.url}/feeds/videos.rss` })
    const [item] = childrenOf(channel, 'item')
    expect(textOf(item, 'title')).toBe(shownUgly)
    expect(textOf(item, 'description')).toBe('One\ntwo <i>&amp;')
    expect(textOf(item, 'link')).toBe(`${product.url}/video/${finished}`)
    expect(textOf(item, 'guid')).toBe(`urn:uuid:${finished}`)
    expect([textOf(item, 'dc:creator'), textOf(item, 'category')]).toEqual([ada.username, 'Café'])
    expect(Number.isNaN(Date.parse(textOf(item, 'pubDate') ?? ''))).toBe(false)
    expect(childrenOf(item, 'enclosure')[0]?.attributes).toEqual({
      url: `${product.url}/feeds/enclosures/${finished}.mp4`,
      length: '8',
      type: 'video/mp4',
    })
  })

  test('Atom', async () => {
    const answer = await get('/feeds/videos.atom')
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const atom = parseXml(await answer.text())
    expect([atom.name, atom.namespace]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
    for (const needed of ['id', 'title', 'updated', 'author']) expect(childrenOf(atom, needed)).toHaveLength(1)
    const [entry] = childrenOf(atom, 'entry')
    for (const needed of ['id', 'title', 'updated', 'published', 'summary']) expect(childrenOf(entry, needed)).toHaveLength(1)
    expect(textOf(entry, 'title')).toBe(shownUgly)
    const links = childrenOf(entry, 'link').map(({ attributes }) => [attributes['rel'], attributes['href']])
    expect(links).toEqual([
      ['alternate', `${product.url}/video/${finished}`],
      ['enclosure', `${product.url}/feeds/enclosures/${finished}.mp4`],
    ])
  })

  test('Media RSS', async () => {
    const [item] = await itemsOf('/feeds/videos.mrss')
    const [content] = childrenOf(item, 'media:content')
    expect(content).toMatchObject({
      namespace: 'http://search.yahoo.com/mrss/',
      attributes: { type: 'video/mp4', medium: 'video', fileSize: '8', duration: '4', width: '854', height: '480' },
    })
    expect(childrenOf(content, 'media:thumbnail')[0]?.attributes['url']).toBe(`${product.url}/media/${finished}/public/thumbnail.jpg`)
    expect(childrenOf(content, 'media:player')[0]?.attributes['url']).toBe(`${product.url}/embed/${finished}`)
    expect(textOf(content, 'media:title')).toBe(shownUgly)
  })

  test('a podcast has what directories ask for, and only episodes with a file', async () => {
    const without = await insertVideo(sql, ada.user.id, { title: 'Without a file' })
    const [channel] = childrenOf(await feed('/feeds/podcast.rss'), 'channel')
    for (const needed of ['language', 'itunes:author', 'itunes:category', 'itunes:explicit', 'itunes:image'])
      expect(childrenOf(channel, needed)).toHaveLength(1)
    const items = childrenOf(channel, 'item')
    expect(items.map((item) => [textOf(item, 'guid'), textOf(item, 'itunes:duration')])).toEqual([[`urn:uuid:${finished}`, '4']])
    expect(await titlesOf('/feeds/videos.rss')).toEqual(['Without a file', shownUgly])
    await sql.query('delete from videos where id = $1', [without])
  })
})

describe('subjects', () => {
  test('a person, a tag in any spelling, and nothing for what is not there', async () => {
    expect(await titlesOf(`/feeds/u/${ada.username.toUpperCase()}/videos.rss`)).toEqual([shownUgly])
    for (const tag of ['cafe', 'CAF%C3%89']) expect(await titlesOf(`/feeds/tag/${tag}/podcast.rss`)).toEqual([shownUgly])
    for (const path of [
      `/feeds/u/${bob.username}/videos.rss`,
      '/feeds/tag/none/videos.rss',
      '/feeds/tag/%23/videos.rss',
      `/feeds/playlist/${newId()}/videos.rss`,
      '/feeds/playlist/not-an-id/videos.rss',
      '/feeds/videos.xml',
      '/feeds/person/ada/videos.rss',
      '/feeds/',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('a playlist, with what was added last first, while those with its address may see it', async () => {
    const [id, other, hidden] = [newId(), await insertVideo(sql, bob.user.id, { title: 'Added first' }), newId()]
    await sql.query(`insert into videos (id, user_id, title, visibility, status) values ($1, $2, 'Hidden', 'private', 'ready')`, [
      hidden,
      ada.user.id,
    ])
    await sql.query(`insert into playlists (id, user_id, title, visibility) values ($1, $2, 'My <list>', 'public')`, [id, ada.user.id])
    await sql.query(
      `insert into playlist_videos (playlist_id, video_id, position, added_at)
       values ($1, $2, 1, now()), ($1, $3, 2, now() - interval '1 day'), ($1, $4, 3, now())`,
      [id, finished, other, hidden],
    )
    const path = `/feeds/playlist/${id.toUpperCase()}/videos.rss`
    expect(await titlesOf(path)).toEqual([shownUgly, 'Added first'])
    expect(textOf(childrenOf(await feed(path), 'channel')[0], 'title')).toBe('My <list>')
    for (const [visibility, status] of [
      ['link', 200],
      ['private', 404],
    ] as const) {
      await sql.query('update playlists set visibility = $2 where id = $1', [id, visibility])
      expect((await get(path)).status).toBe(status)
    }
    await sql.query('delete from videos where id in ($1, $2)', [other, hidden])
  })
})

test('only what every stranger may watch, anywhere', async () => {
  const cora = await newUser(product, site.mailbox, 'cora')
  const { id } = await addFinishedVideo(site, cora.user.id, put)
  const paths = ['/feeds/videos.rss', `/feeds/u/${cora.username}/videos.rss`, '/feeds/podcast.rss']
  const enclosure = `/feeds/enclosures/${id}.mp4`
  const seen = async () => {
    const texts = await Promise.all([...paths, '/sitemap.xml', '/sitemaps/videos-0.xml'].map(async (path) => (await get(path)).text()))
    return { isListed: texts.map((text) => text.includes(id)), enclosure: (await get(enclosure)).status }
  }
  const open = { isListed: [true, true, true, false, true], enclosure: 200 }
  const closed = { isListed: [false, false, false, false, false], enclosure: 404 }
  const update = (change: string) => sql.query(`update videos set ${change} where id = $1`, [id])
  await vi.waitFor(async () => expect(await seen()).toEqual(open))
  for (const [close, reopen] of [
    [`visibility = 'private'`, `visibility = 'public'`],
    [`password_hash = 'x'`, `password_hash = null, opens_by_password = false, visibility = 'public'`],
    [`embed_domains = '{shop.example}'`, `embed_domains = '{}'`],
    [`status = 'processing'`, `status = 'ready'`],
  ]) {
    await update(String(close))
    await vi.waitFor(async () => expect([close, await seen()]).toEqual([close, closed]))
    await update(String(reopen))
    await vi.waitFor(async () => expect([reopen, await seen()]).toEqual([reopen, open]))
  }
  await sql.query('update users set disabled_at = now() where id = $1', [cora.user.id])
  await vi.waitFor(async () => expect(await seen()).toEqual(closed))
  await sql.query('delete from videos where id = $1', [id])
})

test('a video that viewers must not save is listed without its file', async () => {
  const { id } = await addFinishedVideo(site, bob.user.id, put)
  const [enclosure, base] = [`/feeds/enclosures/${id}.mp4`, `/feeds/u/${bob.username}`]
  const seen = async () => ({
    files: await Promise.all(
      [`${base}/videos.rss`, `${base}/videos.atom`, `${base}/videos.mrss`, `/video/${id}`].map(async (path) =>
        (await (await get(path)).text()).includes(enclosure),
      ),
    ),
    items: await Promise.all(['videos.rss', 'podcast.rss'].map(async (file) => (await itemsOf(`${base}/${file}`)).length)),
    status: (await get(enclosure)).status,
  })
  await vi.waitFor(async () => expect(await seen()).toEqual({ files: [true, true, true, true], items: [1, 1], status: 200 }))
  await product.call(`PATCH /gallery/videos/${id}`, { token: bob.tokens.idToken, body: { allowDownload: false } })
  await vi.waitFor(async () => expect(await seen()).toEqual({ files: [false, false, false, false], items: [1, 0], status: 404 }))
  await sql.query('delete from videos where id = $1', [id])
})

test('a feed that a reader has is not sent again, until it changes', async () => {
  const first = await get('/feeds/videos.rss')
  const [etag, modified] = [String(first.headers.get('etag')), String(first.headers.get('last-modified'))]
  expect([first.headers.get('cache-control'), first.headers.get('access-control-allow-origin')]).toEqual(['public, no-cache', '*'])
  const again = async (headers: Record<string, string>) => (await get('/feeds/videos.rss', { headers })).status
  expect(await again({ 'if-none-match': etag })).toBe(304)
  expect(await again({ 'if-modified-since': modified })).toBe(304)
  expect(await again({ 'if-none-match': '"other"', 'if-modified-since': modified })).toBe(200)
  await product.call(`PATCH /gallery/videos/${finished}`, { token: ada.tokens.idToken, body: { description: 'Changed' } })
  expect(await again({ 'if-none-match': etag })).toBe(200)
  expect((await get('/feeds/videos.rss', { method: 'HEAD' })).status).toBe(200)
})

test('an enclosure answers HEAD and ranges, and keeps its address when the video is encoded again', async () => {
  const address = `/feeds/enclosures/${finished}.mp4`
  const head = await get(address, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), head.headers.get('content-type'), head.headers.get('accept-ranges')]).toEqual([
    200,
    '8',
    'video/mp4',
    'bytes',
  ])
  expect(head.headers.get('cache-control')).toBe('public, max-age=300')
  const range = await get(address, { headers: { range: 'bytes=2-4' } })
  expect([range.status, range.headers.get('content-range'), await range.text()]).toEqual([206, 'bytes 2-4/8', 'nte'])
  // A new file under a new version, in another quality.
  await put(`videos/${finished}/2/720p.mp4`, 'new contents')
  await sql.query(
    `update assets set asset_type = 'TRANSCODE_720', storage_key = $2, file_size = 12, id = $3 where job_id = $1 and asset_type = 'TRANSCODE_480'`,
    [finished, `videos/${finished}/2/720p.mp4`, newId()],
  )
  await sql.query('update videos set files_version = files_version + 1 where id = $1', [finished])
  await vi.waitFor(async () => expect(await (await get(address)).text()).toBe('new contents'))
  // A player that has a part of the old file gets the whole new one.
  const stale = await get(address, { headers: { range: 'bytes=2-4', 'if-range': String(head.headers.get('etag')) } })
  expect([stale.status, await stale.text()]).toEqual([200, 'new contents'])
  // The list has a cache of its own, which hears of the change by itself.
  await vi.waitFor(async () => {
    const [item] = await itemsOf('/feeds/videos.rss')
    expect(childrenOf(item, 'enclosure')[0]?.attributes).toMatchObject({ url: product.url + address, length: '12' })
  })
  for (const wrong of [`${newId()}.mp4`, 'x.mp4', `${finished}.mov`]) expect((await get(`/feeds/enclosures/${wrong}`)).status).toBe(404)
})

describe('heads of pages', () => {
  const headOf = async (path: string) => (await get(path)).text()
  const feedsIn = (page: string) =>
    [...page.matchAll(/<link rel="alternate" type="application\/(?:rss|atom)[^>]* href="([^"]*)"/g)].map(([, path]) => path)

  test('name the feeds of what they show', async () => {
    const all = (base: string) => ['videos.rss', 'videos.atom', 'podcast.rss'].map((file) => `${base}/${file}`)
    expect(feedsIn(await headOf('/gallery'))).toEqual(all('/feeds'))
    expect(feedsIn(await headOf('/gallery?tag=%23Caf%C3%A9'))).toEqual(all('/feeds/tag/cafe'))
    for (const path of [`/u/${ada.username}`, `/video/${finished}`])
      expect(feedsIn(await headOf(path))).toEqual(all(`/feeds/u/${ada.username}`))
    for (const path of ['/upload', `/u/${bob.username}`, `/video/${newId()}`]) expect(feedsIn(await headOf(path))).toEqual([])
  })

  test('describe a public video to search engines, whatever its texts are', async () => {
    const title = `</script><script>alert("1")</script><!-- ${'x'.repeat(10)}`
    await product.call(`PATCH /gallery/videos/${finished}`, { token: ada.tokens.idToken, body: { title } })
    const page = await headOf(`/video/${finished}`)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? []
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'VideoObject',
      name: title,
      uploadDate: expect.stringMatching(/^\d{4}-/),
      duration: 'PT4S',
      thumbnailUrl: [expect.stringContaining('/thumbnail.jpg')],
      embedUrl: `${product.url}/embed/${finished}`,
      contentUrl: `${product.url}/feeds/enclosures/${finished}.mp4`,
      keywords: 'Café',
    })
    const hidden = await insertVideo(sql, ada.user.id, { visibility: 'private' })
    expect(await headOf(`/video/${hidden}`)).not.toContain('ld+json')
  })
})

describe('sitemap', () => {
  test('robots.txt names it, and it lists files of videos', async () => {
    expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${product.url}/sitemap.xml\n`)
    for (const path of ['/sitemap.xml', '/sitemaps/videos-0.xml'])
      expect((await get(path)).headers.get('cache-control')).toBe('public, no-cache')
    const index = await feed('/sitemap.xml')
    expect([index.name, index.children.map((child) => textOf(child, 'loc'))]).toEqual([
      'sitemapindex',
      ['pages.xml', 'videos-0.xml'].map((file) => `${product.url}/sitemaps/${file}`),
    ])
    const [url] = (await feed('/sitemaps/videos-0.xml')).children.filter((each) => textOf(each, 'loc')?.endsWith(finished))
    const [video] = childrenOf(url, 'video:video')
    expect(video?.children.map(({ name, text }) => [name, text])).toEqual([
      ['video:thumbnail_loc', `${product.url}/media/${finished}/public~1/thumbnail.jpg`],
      ['video:title', expect.stringContaining('</script>')],
      ['video:description', 'Changed'],
      ['video:player_loc', `${product.url}/embed/${finished}`],
      ['video:duration', '4'],
      ['video:publication_date', expect.stringMatching(/Z$/)],
      ['video:tag', 'Café'],
      ['video:uploader', ada.username],
    ])
    expect((await feed('/sitemaps/pages.xml')).children.map((each) => textOf(each, 'loc'))).toEqual([
      `${product.url}/`,
      `${product.url}/gallery`,
    ])
    for (const path of ['/sitemaps/videos-1.xml', '/sitemaps/videos-x.xml', '/sitemaps/other.xml'])
      expect((await get(path)).status).toBe(404)
  })

  test('files follow each other without gaps, in batches', async () => {
    await sql.query(
      `insert into videos (id, user_id, title, visibility, status)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'Clip ' || n, 'public', 'ready' from generate_series(1, 1203) n`,
      [bob.user.id],
    )
    await sql.query(`insert into search_blocks (number, first_id) values (1, '01900000-0000-7000-8000-000000001103')`)
    const idsIn = async (path: string) => (await feed(path)).children.map((each) => textOf(each, 'loc')?.split('/').at(-1))
    const [older, newer] = [await idsIn('/sitemaps/videos-0.xml'), await idsIn('/sitemaps/videos-1.xml')]
    expect([older.length, older[0], older.at(-1)]).toEqual([
      1102,
      '01900000-0000-7000-8000-000000000001',
      '01900000-0000-7000-8000-000000001102',
    ])
    expect([newer[0], newer.includes(finished), new Set([...older, ...newer]).size]).toEqual([
      '01900000-0000-7000-8000-000000001103',
      true,
      older.length + newer.length,
    ])
    // A file without entries is an error for crawlers.
    await sql.query(`update videos set visibility = 'private' where id < '01900000-0000-7000-8000-000000001103'`)
    expect((await feed('/sitemap.xml')).children.map((child) => textOf(child, 'loc')?.split('/').at(-1))).toEqual([
      'pages.xml',
      'videos-1.xml',
    ])
    await sql.query(`update videos set visibility = 'public' where id < '01900000-0000-7000-8000-000000001103'`)
    // fetch asks for compression, and this does not.
    const plain = await get('/sitemaps/videos-0.xml', { headers: { 'accept-encoding': 'identity' } })
    expect([plain.headers.get('content-encoding'), parseXml(await plain.text()).children.length]).toEqual([null, 1102])
  })
})
