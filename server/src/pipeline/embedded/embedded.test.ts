import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caption } from '@video-forge/contract/captions'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { afterAll, expect, test } from 'vitest'
import { clipFile } from '../../../testing/media/clips.ts'
import { newUser } from '../../../testing/people.ts'
import { ended, openSite } from '../../../testing/site.ts'

const folder = await mkdtemp(join(tmpdir(), 'vf-subtitles-'))
const german = join(folder, 'german.srt')
const english = join(folder, 'english.ass')
const chapters = join(folder, 'chapters.txt')
await writeFile(
  german,
  '1\n00:00:00,500 --> 00:00:01,500\n{\\an8}Grüße <i>aus</i> dem Norden\n\n2\n00:00:01,600 --> 00:00:02,000\n<font color="red">Ende</font>\n',
)
const dialogue = (times: string, text: string) => `Dialogue: 0,${times},Default,,0,0,0,,${text}\n`
await writeFile(
  english,
  '[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n' +
    dialogue('0:00:00.50,0:00:01.50', '{\\b1\\c&H00FF00&}Greetings{\\b0}\\Nfrom the north') +
    dialogue('0:00:01.60,0:00:02.00', '{\\p1}m 0 0 l 100 0 100 50{\\p0}'),
)
await writeFile(
  chapters,
  ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=The harbour\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=2000\n',
)
const picture = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=10:d=2']
const encoded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const inputs = [...picture, '-i', german, '-i', english, '-i', chapters, '-map', '0:v', '-map', '1:s', '-map', '2:s', '-map_metadata', '3']
const clips = {
  'talk.mkv': await clipFile('talk.mkv', [
    ...inputs,
    ...encoded,
    ...[
      '-c:s:0',
      'srt',
      '-c:s:1',
      'ass',
      '-metadata:s:s:0',
      'language=ger',
      '-metadata:s:s:1',
      'language=eng',
      '-metadata:s:s:1',
      'title=For \u0007everyone',
    ],
    ...['-disposition:s:0', 'default', '-disposition:s:1', 'hearing_impaired'],
  ]),
  'plain.mp4': await clipFile('plain.mp4', [...picture, ...encoded, '-movflags', '+faststart']),
  'talk.mp4': await clipFile('talk.mp4', [
    ...inputs,
    ...encoded,
    ...['-c:s', 'mov_text', '-metadata:s:s:0', 'language=ger', '-metadata:s:s:1', 'language=eng', '-movflags', '+faststart'],
  ]),
}

const site = await openSite()
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})
const owner = await newUser(site.product, site.mailbox)
const call = (key: string, body?: unknown) => site.product.call(key, { token: owner.tokens.idToken, ...(body !== undefined && { body }) })

async function process(name: keyof typeof clips, details: object = {}): Promise<string> {
  const contentType = name.endsWith('mp4') ? 'video/mp4' : 'video/x-matroska'
  const { body } = await call('POST /upload/generate-url', { filename: name, contentType })
  const s3Key = String(body['s3Key'])
  await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clips[name]), headers: { 'Content-Type': contentType } })
  const { status, body: made } = await call('POST /jobs', { inputSource: s3Key, outputFormats: ['480p'], visibility: 'public', ...details })
  expect([status, made['message']]).toEqual([201, undefined])
  const id = s3Key.split('/')[1] ?? ''
  expect(await ended(site, id)).toBe('COMPLETED')
  return id
}

const detailsOf = async (id: string) => (await call(`GET /gallery/videos/${id}`)).body['video'] as VideoDetails
const textOf = async ({ url }: Caption) => (await fetch(url)).text()

test('subtitles and chapters of a Matroska file become those of the video', { timeout: 120_000 }, async () => {
  const { captions, chapters, chaptersFrom } = await detailsOf(await process('talk.mkv'))
  expect(captions.map(({ language, label, source, isDefault }) => [language, label, source, isDefault])).toEqual([
    ['de', 'German', 'embedded', true],
    ['en', 'For everyone (for the hard of hearing)', 'embedded', false],
  ])
  expect(await Promise.all(captions.map(textOf))).toEqual([
    'WEBVTT\n\n00:00:00.500 --> 00:00:01.500 line:0\nGrüße <i>aus</i> dem Norden\n\n00:00:01.600 --> 00:00:02.000\nEnde\n',
    'WEBVTT\n\n00:00:00.500 --> 00:00:01.500\n<b>Greetings</b>\nfrom the north\n',
  ])
  expect([chapters, chaptersFrom]).toEqual([
    [
      { start: 0, title: 'The harbour' },
      { start: 1, title: 'Chapter 2' },
    ],
    'owner',
  ])
})

test('those of an MP4 file too, and its playlist lists them', { timeout: 120_000 }, async () => {
  const id = await process('talk.mp4')
  const { captions } = await detailsOf(id)
  expect(captions.map(({ language, label }) => [language, label])).toEqual([
    ['de', 'German'],
    ['en', 'English'],
  ])
  const folder = `${site.product.url}/media/${id}/public`
  const master = await fetch(`${folder}/master.m3u8`)
  const text = await master.text()
  const [german] = captions
  expect(text).toContain(
    `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subtitles",NAME="German",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES,FORCED=NO,URI="captions-${german?.id}.m3u8"`,
  )
  expect(text).toMatch(/#EXT-X-STREAM-INF:.*SUBTITLES="subtitles"/)
  const playlist = await (await fetch(`${folder}/captions-${german?.id}.m3u8`)).text()
  const segment = playlist.split('\n').find((line) => line.startsWith('captions-'))
  expect(await (await fetch(`${folder}/${segment}`)).text()).toContain('Grüße')
  // Another label is seen at once.
  const etag = String(master.headers.get('etag'))
  expect((await fetch(`${folder}/master.m3u8`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  await call(`PATCH /gallery/videos/${id}/captions/${german?.id}`, { label: 'Say "Deutsch"' })
  expect(await (await fetch(`${folder}/master.m3u8`, { headers: { 'if-none-match': etag } })).text()).toContain(`NAME="Say 'Deutsch'"`)
})

test('a retry brings nothing back and doubles nothing; chapters of the owner stay', { timeout: 120_000 }, async () => {
  const id = await process('talk.mp4', { description: '0:00 Start\n0:01 Middle' })
  const { captions, chaptersFrom } = await detailsOf(id)
  expect(chaptersFrom).toBe('description')
  const [german, english] = captions
  await call(`DELETE /gallery/videos/${id}/captions/${german?.id}`)
  await call(`PUT /gallery/videos/${id}/captions/${english?.id}`, { content: 'WEBVTT\n\n00:01.000 --> 00:02.000\nMine' })
  await site.sql.query(`delete from assets where job_id = $1`, [id])
  await site.sql.query(`update jobs set status = 'FAILED' where id = $1`, [id])
  expect((await call(`POST /jobs/${id}/retry`)).status).toBe(200)
  expect(await ended(site, id)).toBe('COMPLETED')
  const after = (await detailsOf(id)).captions
  expect(after.map((caption) => caption.id)).toEqual([english?.id])
  expect(await Promise.all(after.map(textOf))).toEqual(['WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nMine\n'])
})

test('a new file brings its own captions when it is published, and those of the old one go', { timeout: 120_000 }, async () => {
  const id = await process('talk.mp4')
  const replaceBy = async (name: keyof typeof clips) => {
    const contentType = name.endsWith('mp4') ? 'video/mp4' : 'video/x-matroska'
    const { body } = await call('POST /upload/generate-url', { filename: name, contentType })
    await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clips[name]), headers: { 'Content-Type': contentType } })
    const before = (await detailsOf(id)).captions.map((caption) => caption.id)
    const { status } = await call(`POST /gallery/videos/${id}/replace`, { s3Key: body['s3Key'] })
    expect(status).toBe(200)
    expect((await detailsOf(id)).captions.map((caption) => caption.id)).toEqual(before)
    expect(await ended(site, id)).toBe('COMPLETED')
  }
  await replaceBy('talk.mkv')
  expect((await detailsOf(id)).captions.map(({ label }) => label)).toEqual(['German', 'For everyone (for the hard of hearing)'])
  await replaceBy('plain.mp4')
  expect((await detailsOf(id)).captions).toEqual([])
})
