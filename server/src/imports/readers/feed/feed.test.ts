import { Failure } from '@video-forge/contract/errors'
import { expect, test } from 'vitest'
import type { ItemPage, ReaderContext } from '../reader.ts'
import { feed } from './feed.ts'

const podcast = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE rss [<!ENTITY bomb "bomb">]>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>Harbour talks</title><image><url>https://cast.example/logo.png</url><title>Logo</title></image>
<atom:link rel="self" href="https://cast.example/feed"/><atom:link href="/feed?page=2" rel="next"/>
<item>
  <title>Boats &amp; &#x1F6A2; &bomb;</title><guid isPermaLink="false">episode-7</guid>
  <pubDate>Tue, 03 Mar 2020 08:30:00 +0100</pubDate>
  <description><![CDATA[<p>First line<br>second</p>]]></description>
  <enclosure url="https://cast.example/7.mp4?a=1&amp;b=2" length="12345" type="video/mp4"/>
  <itunes:duration>1:02:03</itunes:duration><itunes:keywords>Sea, Boats</itunes:keywords>
  <itunes:image href="https://cast.example/7.jpg"/>
  <podcast:transcript url="/7.vtt" type="text/vtt" language="en-GB"/>
  <psc:chapters><psc:chapter start="00:00:00.000" title="Start"/><psc:chapter start="00:10:00" title="Boats"/></psc:chapters>
</item>
<item><title>Only sound</title><enclosure url="https://cast.example/8.mp3" type="audio/mpeg"/></item>
<item><title>Text</title><link>https://cast.example/9</link></item>
</channel></rss>`

const mrss = `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><item><title>Two sizes</title>
<media:group><media:content url="https://cast.example/small.mp4" type="video/mp4" height="360" fileSize="10"/>
<media:content url="https://cast.example/large.mp4" type="video/mp4" height="1080" fileSize="20" duration="61"/>
<media:thumbnail url="https://cast.example/t.jpg"/><media:keywords>one, two</media:keywords></media:group></item></channel></rss>`

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>tag:x,1</id><title>An entry</title>
<published>2018-01-02T03:04:05Z</published><summary>Sum</summary><category term="News"/>
<link rel="alternate" href="https://cast.example/e/1"/><link rel="enclosure" type="video/webm" href="https://cast.example/e.webm"/></entry></feed>`

/** As WordPress writes it: HTML in CDATA, with the entities of HTML. */
const wordpress = `<rss version="2.0"><channel><item><title><![CDATA[Tom &amp; Jerry&#8217;s]]></title>
<pubDate>soon</pubDate><dc:date>2015-10-05 06:00:00 +0200</dc:date>
<category><![CDATA[Film &amp; TV]]></category><description><![CDATA[<p>A&nbsp;b &amp; c &#8230;</p>]]></description>
<enclosure url="https://cast.example/w.mp4" length="1" type="video/mp4" /></item>
<item><title>Escaped &amp;amp; &hellip;</title><description>&lt;p&gt;One &amp;eacute;&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;</description>
<enclosure url="https://cast.example/v.mp4" length="1" type="video/mp4" /></item></channel></rss>`

const context = (pages: Record<string, string>): ReaderContext => ({
  signal: new AbortController().signal,
  folders: [],
  getBytes: async () => Buffer.alloc(0),
  getText: async (url) => pages[url] ?? Promise.reject(new Failure('INVALID_SOURCE', 'The server answered with status 404.')),
})

async function read(pages: Record<string, string>, listedTo: unknown = null) {
  const found: ItemPage[] = []
  for await (const page of feed.list({ url: 'https://cast.example/feed' }, listedTo, context(pages))) found.push(page)
  return found.flatMap(({ items }) => items)
}

test('a podcast with all its pages', async () => {
  const items = await read({ 'https://cast.example/feed': podcast, 'https://cast.example/feed?page=2': mrss })
  expect(items[0]).toMatchObject({
    key: 'feed:cast.example:episode-7',
    source: { from: 'url', url: 'https://cast.example/7.mp4?a=1&b=2' },
    filename: '7.mp4',
    title: 'Boats & \u{1F6A2} &bomb;',
    description: 'First line\nsecond',
    date: '2020-03-03T07:30:00.000Z',
    visibility: null,
    tags: ['Sea', 'Boats'],
    thumbnail: { url: 'https://cast.example/7.jpg' },
    captions: [{ language: 'en-GB', source: { url: 'https://cast.example/7.vtt' } }],
    chapters: [
      { start: 0, title: 'Start' },
      { start: 600, title: 'Boats' },
    ],
    bytes: 12345,
    seconds: 3723,
  })
  expect(items[1]).toMatchObject({ title: 'Only sound', problem: 'This is audio, not a video.' })
  expect(items[2]).toMatchObject({ label: 'https://cast.example/9', problem: 'This entry has no video file.' })
  expect(items[3]).toMatchObject({
    source: { url: 'https://cast.example/large.mp4' },
    bytes: 20,
    seconds: 61,
    tags: ['one', 'two'],
    thumbnail: { url: 'https://cast.example/t.jpg' },
  })
  expect(items).toHaveLength(4)
})

test('continues with the page that was not finished', async () => {
  const items = await read({ 'https://cast.example/feed?page=2': mrss }, 'https://cast.example/feed?page=2')
  expect(items.map(({ title }) => title)).toEqual(['Two sizes'])
})

test('the entities of HTML are characters, and the first date that is one counts', async () => {
  expect(await read({ 'https://cast.example/feed': wordpress })).toMatchObject([
    { title: 'Tom & Jerry’s', description: 'A b & c …', tags: ['Film & TV'], date: '2015-10-05T04:00:00.000Z' },
    { title: 'Escaped & …', description: 'One é\nTwo' },
  ])
})

test('Atom', async () => {
  const [entry] = await read({ 'https://cast.example/feed': atom })
  expect(entry).toMatchObject({
    key: 'feed:cast.example:tag:x,1',
    title: 'An entry',
    description: 'Sum',
    date: '2018-01-02T03:04:05.000Z',
    tags: ['News'],
    source: { url: 'https://cast.example/e.webm' },
  })
})

const itemWith = (inside: string) => `<rss><channel><item><title>T</title>${inside}</item></channel></rss>`
const at = (name: string) => `https://cast.example/${name}`
const enclosure = (name: string, type: string, length = 0) => `<enclosure url="${at(name)}" type="${type}" length="${length}"/>`
const media = (name: string, type: string, height: number, size: number) =>
  `<media:content url="${at(name)}" type="${type}" medium="video" height="${height}" fileSize="${size}"/>`
const alternative = (type: string, sources: string) =>
  `<podcast:alternateEnclosure type="${type}" length="9" height="1080">${sources}</podcast:alternateEnclosure>`
const source = (name: string, type = '') => `<podcast:source uri="${at(name)}" contentType="${type}"/>`
const joined = enclosure('generate/1?videoFileIds=1', 'video/mp4', 110)

test.each([
  // PeerTube, with its sound in a file of its own.
  [
    'generate/1?videoFileIds=1',
    `${joined}<media:group>${media('v.mp4', 'video/mp4', 1080, 100)}${media('a.mp4', 'audio/mp4', 0, 10)}</media:group>`,
  ],
  [
    'generate/1?videoFileIds=1',
    `${enclosure('generate/1?videoFileIds=1', 'video/mp4')}${media('v.mp4', 'video/mp4', 1080, 100)}${media('a.mp4', 'video/mp4', 0, 10)}`,
  ],
  ['generate/1?videoFileIds=1', `${joined}${media('v.mp4', 'video/mp4', 1080, 100)}`],
  ['large.mp4', `${enclosure('small.mp4', 'video/mp4', 50)}${media('large.mp4', 'video/mp4', 1080, 100)}`],
  ['large.mp4', `${enclosure('small.mp4', 'video/mp4', 50)}<media:content url="${at('large.mp4')}" type="video/mp4" height="1080"/>`],
  [
    'whole.mp4',
    `<media:group><media:content url="${at('part.mp4')}" type="video/mp4" height="1080" expression="sample"/>${media('whole.mp4', 'video/mp4', 720, 1)}</media:group>`,
  ],
  ['1.mp4', enclosure('1.mp4', 'application/octet-stream')],
  ['1.mp4', enclosure('1.mp4', 'audio/mpeg')],
  ['1.mp4', enclosure('1.mp4', '')],
  ['1?id=2', `<media:content url="${at('1?id=2')}" type="application/octet-stream" medium="video"/>`],
  ['2.mp4', enclosure('1.wmv', 'video/x-ms-wmv', 100) + enclosure('2.mp4', 'video/mp4', 10)],
  ['3.mp4', alternative('video/mp4', source('3.torrent', 'application/x-bittorrent') + source('3.mp4'))],
  ['3.mp4', alternative('video/mp4', source('3', 'application/x-bittorrent') + source('3.mp4'))],
  ['3.mp4', enclosure('3.mp3', 'audio/mpeg', 5) + alternative('audio/mpeg', source('3.mp4', 'video/mp4'))],
  [undefined, alternative('application/x-mpegURL', source('master.m3u8'))],
  [undefined, enclosure('a.mp4', 'audio/x-m4a')],
  [undefined, enclosure('a.mp3', 'application/octet-stream')],
])('of several files the video with its sound is taken: %s', async (name, inside) => {
  const [item] = await read({ 'https://cast.example/feed': itemWith(inside) })
  expect(item?.source).toEqual(name === undefined ? null : { from: 'url', url: at(name) })
})

test('what MRSS says inside a file of an item is about the item, unless the file is a picture', async () => {
  const inside = `<media:content url="${at('logo.png')}" medium="image"><media:title>admin</media:title><media:thumbnail url="${at('logo.png')}"/></media:content>
    <media:content url="${at('1.mp4')}" type="video/mp4"><media:title>Harbour &amp;amp; sea</media:title><media:description>Boats</media:description>
    <media:thumbnail url="${at('1.jpg')}"/><media:keywords>one, two</media:keywords><media:subTitle href="${at('1.vtt')}" lang="de" type="text/vtt"/></media:content>`
  const [item] = await read({ 'https://cast.example/feed': itemWith(inside).replace('<title>T</title>', '') })
  expect(item).toMatchObject({
    ...{ title: 'Harbour & sea', description: 'Boats', tags: ['one', 'two'], thumbnail: { url: at('1.jpg') } },
    captions: [{ language: 'de', source: { url: at('1.vtt') } }],
  })
})

const chapters = (list: object[]) => `\ufeff${JSON.stringify({ version: '1.2.0', chapters: list })}`

test.each([
  [
    chapters([
      { startTime: 0, title: 'Start' },
      { startTime: 5, toc: false, title: 'Picture' },
      { startTime: '0:10', title: 'Boats' },
      { title: 'No time' },
    ]),
    [
      { start: 0, title: 'Start' },
      { start: 10, title: 'Boats' },
    ],
  ],
  ['<html>Gone</html>', []],
  [undefined, []],
])('chapters in a file of their own: %s', async (file, expected) => {
  const pages = {
    'https://cast.example/feed': itemWith(
      `${enclosure('1.mp4', 'video/mp4')}<podcast:chapters url="/1.json" type="application/json+chapters"/>`,
    ),
  }
  const [item] = await read(pages)
  const files = context(file === undefined ? {} : { 'https://cast.example/1.json': file.replace('\ufeff', '') })
  const complete = item && (await feed.complete?.({ url: 'https://cast.example/feed' }, item, files))
  expect(complete).toMatchObject({ title: 'T', chapters: expected })
  expect(complete).not.toHaveProperty('chaptersUrl')
})

test('Atom with XHTML', async () => {
  const xhtml = `<feed><entry><id>x</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Boats <b>and</b> the &lt;sea&gt;</div></title>
    <content type="xhtml"><xhtml:div><xhtml:p>First
      <em>line</em>.</xhtml:p>
      <xhtml:p>Second<xhtml:br/>line</xhtml:p></xhtml:div></content><link rel="enclosure" href="/x.mp4"/></entry>
    <entry><id>y</id><title>Elsewhere</title><content type="video/mp4" src="/y"/></entry></feed>`
  expect(await read({ 'https://cast.example/feed': xhtml })).toMatchObject([
    { title: 'Boats and the <sea>', description: 'First line.\nSecond\nline' },
    { title: 'Elsewhere', source: { url: at('y') } },
  ])
})

test('ten thousand items of many elements each are one feed', async () => {
  const item = `<item>${enclosure('1.mp4', 'video/mp4')}${'<a>b</a>'.repeat(59)}</item>`
  expect(await read({ 'https://cast.example/feed': `<rss><channel>${item.repeat(10_000)}</channel></rss>` })).toHaveLength(10_000)
})

test('a feed that names itself as its next page ends', async () => {
  const loop = mrss.replace('<channel>', '<channel><link rel="next" href="/feed"/>')
  expect(await read({ 'https://cast.example/feed': loop })).toHaveLength(1)
})

test.each(['<html><body>Welcome</body></html>', 'plain', '', '<a>'.repeat(100), '<!--'.repeat(100_000), '<a b="'.repeat(10_000)])(
  'what is no feed is refused: %.20s',
  async (text) => {
    await expect(read({ 'https://cast.example/feed': text })).rejects.toThrow('This address is not an RSS or Atom feed.')
  },
)

test.each([
  ['elements', `<rss><channel>${'<a/>'.repeat(600_000)}</channel></rss>`],
  ['entries', `<rss><channel>${`<item>${'<a/>'.repeat(99)}</item>`.repeat(11_000)}</channel></rss>`],
])('a document of nothing but %s ends', async (_what, text) => {
  await expect(read({ 'https://cast.example/feed': text })).rejects.toThrow('This address is not an RSS or Atom feed.')
})
