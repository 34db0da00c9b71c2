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
  ['entries', `<rss><channel>${'<item/>'.repeat(600_000)}</channel></rss>`],
])('a document of nothing but %s ends', async (_what, text) => {
  await expect(read({ 'https://cast.example/feed': text })).rejects.toThrow('This address is not an RSS or Atom feed.')
})
