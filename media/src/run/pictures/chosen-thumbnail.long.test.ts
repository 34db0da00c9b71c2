import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clipFolder, makeClip, quickH264, testMediaTools, tone } from '../../testing/clips.ts'
import { readStreamIndex } from '../inspect/read-index.ts'
import { thumbnailOfOriginal, thumbnailOfPicture, thumbnailOfSegment } from './chosen-thumbnail.ts'

const run = promisify(execFile)
const folder = clipFolder()
const mediaTools = await testMediaTools()

async function newRun() {
  const own = await mkdtemp(folder.path('thumbnail-'))
  onTestFinished(() => rm(own, { recursive: true, force: true }))
  return { mediaTools, folder: own, signal: new AbortController().signal }
}

const sizeOf = async (path: string): Promise<string> => {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'stream=width,height,codec_name', '-of', 'csv=p=0', path])
  return stdout.trim()
}

/** Red, green and blue of the picture scaled to this many points, row by row. */
async function colours(path: string, size: string): Promise<string[]> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-vf', `format=rgb24,scale=${size}:flags=area`, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'],
    { encoding: 'buffer' },
  )
  return Array.from({ length: stdout.length / 3 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = stdout.subarray(at * 3)
    if (Math.max(red, green, blue) < 60) return 'black'
    return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue'
  })
}

const bothOf = async (name: string) => thumbnailOfPicture(await newRun(), folder.path(name))
const thumbnail = async (name: string) => (await bothOf(name)).thumbnail

/** Red on the left, blue on the right. */
const halves = ['-f', 'lavfi', '-i', 'color=red:s=400x300[a];color=blue:s=400x300[b];[a][b]hstack', '-frames:v', '1']

/** Exif data with an orientation and a position, as phones write it. */
function withExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.concat([
    Buffer.from('4d4d002a00000008', 'hex'),
    Buffer.from('0001', 'hex'),
    Buffer.from(`0112000300000001000${orientation}0000`, 'hex'),
    Buffer.from('00000000', 'hex'),
    Buffer.from('secret position'),
  ])
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, content, jpeg.subarray(2)])
}

describe('a picture', () => {
  beforeAll(async () => {
    await makeClip(folder.path('halves.jpg'), ...halves, '-q:v', '2')
    await makeClip(folder.path('halves.png'), ...halves)
    await makeClip(folder.path('halves.webp'), ...halves)
    await makeClip(folder.path('large.jpg'), '-f', 'lavfi', '-i', 'color=green:s=4000x3000', '-frames:v', '1')
  })

  test.each(['halves.jpg', 'halves.png', 'halves.webp'])('%s becomes a JPEG of its own size', async (name) => {
    const made = await bothOf(name)
    expect([await sizeOf(made.thumbnail), await sizeOf(made.card ?? '')]).toEqual(['mjpeg,800,300', 'webp,640,240'])
    for (const path of [made.thumbnail, made.card ?? '']) expect(await colours(path, '2x1')).toEqual(['red', 'blue'])
  })

  test('that is larger than a thumbnail is made smaller and keeps its shape', async () => {
    expect(await sizeOf(await thumbnail('large.jpg'))).toBe('mjpeg,960,720')
  })

  test.each([
    [1, ['red', 'blue'], '800,300'],
    [2, ['blue', 'red'], '800,300'],
    [3, ['blue', 'red'], '800,300'],
    [4, ['red', 'blue'], '800,300'],
    [5, ['red', 'blue'], '300,800'],
    [6, ['red', 'blue'], '300,800'],
    [7, ['blue', 'red'], '300,800'],
    [8, ['blue', 'red'], '300,800'],
  ])('with the Exif orientation %i is turned upright, and nothing of the Exif data is kept', async (orientation, found, size) => {
    await writeFile(folder.path('turned.jpg'), withExif(await readFile(folder.path('halves.jpg')), orientation))
    const { thumbnail: path, card = '' } = await bothOf('turned.jpg')
    const [width, height] = size.split(',').map(Number)
    const fitted = width === 800 ? '800,300' : `${Math.floor(((width ?? 0) * 720) / (height ?? 1) / 2) * 2},720`
    expect(await sizeOf(path)).toBe(`mjpeg,${fitted}`)
    for (const file of [path, card]) {
      expect(await colours(file, width === 800 ? '2x1' : '1x2')).toEqual(found)
      const bytes = await readFile(file)
      for (const text of ['Exif', 'EXIF', 'secret', 'Lavc']) expect([text, bytes.includes(text)]).toEqual([text, false])
    }
  })

  test('with transparent parts has black in their place', async () => {
    await makeClip(
      folder.path('clear.png'),
      ...['-f', 'lavfi', '-i', 'color=red:s=200x200,format=rgba,geq=r=255:g=0:b=0:a=255*lt(X\\,100)', '-frames:v', '1'],
    )
    expect(await colours(await thumbnail('clear.png'), '2x1')).toEqual(['red', 'black'])
  })

  test.each([
    ['webp', ['-c:v', 'libwebp_anim', '-loop', '0']],
    ['png', ['-f', 'apng', '-plays', '0']],
  ])('that moves (%s) is its first frame', async (type, codec) => {
    const moving = 'color=red:s=320x180:r=5:d=1,drawbox=c=blue:t=fill:enable=gt(n\\,0)'
    await makeClip(folder.path(`moving.${type}`), '-f', 'lavfi', '-i', moving, ...codec)
    expect(await colours(await thumbnail(`moving.${type}`), '1x1')).toEqual(['red'])
  })

  test.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['empty', 'nothing', () => Buffer.alloc(0)],
    ['not-a-picture', 'a playlist', () => Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['not-a-picture', 'an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['not-a-picture', 'a GIF', () => Buffer.from('GIF89a')],
    [
      'damaged',
      'a playlist behind the mark of a JPEG',
      () => Buffer.from('\xff\xd8\xff#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n', 'latin1'),
    ],
    ['damaged', 'half a header of a PNG', async () => (await readFile(folder.path('halves.png'))).subarray(0, 20)],
    ['too-many-pixels', 'a PNG of 20000 x 20000', async () => enlarged(await readFile(folder.path('halves.png')), 20_000)],
  ])('is refused as %s: %s', async (refusal, _what, content) => {
    await writeFile(folder.path('wrong'), await content())
    await expect(thumbnail('wrong')).rejects.toMatchObject({ refusal, message: expect.stringMatching(/^The .+\.$/) })
  })
})

/** The header of a PNG says another size; its checksum is made anew. */
function enlarged(png: Buffer, side: number): Buffer {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(side, 16)
  changed.writeUInt32BE(side, 20)
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

describe('a frame', () => {
  // Red for three seconds, then green; 30 frames a second in groups of two seconds.
  const clip = "color=red:s=320x180:r=30:d=6,drawbox=c=lime:t=fill:enable='gt(t,2.99)'"
  const fragmented = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof+global_sidx+delay_moov']
  beforeAll(async () => {
    const [video, audio] = [['-f', 'lavfi', '-i', clip], tone(6)]
    await makeClip(folder.path('whole.mp4'), ...video, ...audio, ...quickH264, '-g', '60', '-bf', '2', '-c:a', 'aac', ...fragmented)
  })

  test.each([
    [0, 'red'],
    [2.96, 'red'],
    [2.98, 'green'],
    [5.96, 'green'],
    [6, 'green'],
  ])('of an original at %d s', async (seconds, colour) => {
    const made = await thumbnailOfOriginal(await newRun(), { path: folder.path('whole.mp4'), facts: undefined }, seconds)
    for (const path of [made?.thumbnail ?? '', made?.card ?? '']) expect(await colours(path, '1x1')).toEqual([colour])
  })

  test('of a segment alone, to the frame', async () => {
    const { initBytes, segments } = await readStreamIndex(folder.path('whole.mp4'))
    const bytes = await readFile(folder.path('whole.mp4'))
    const second = segments[1]
    expect([segments.length, second?.seconds]).toEqual([3, 2])
    const { offset = 0, bytes: length = 0 } = second ?? {}
    await writeFile(folder.path('second.mp4'), Buffer.concat([bytes.subarray(0, initBytes), bytes.subarray(offset, offset + length)]))
    for (const [seconds, colour] of [
      [2, 'red'],
      [2.96, 'red'],
      [2.98, 'green'],
      [3.96, 'green'],
      [4, 'green'],
    ] as const) {
      const own = await newRun()
      const { thumbnail: path = '', card = '' } = (await thumbnailOfSegment(own, folder.path('second.mp4'), seconds)) ?? {}
      expect(await colours(card, '1x1')).toEqual([colour])
      expect([seconds, path, await colours(path, '1x1')]).toEqual([seconds, join(own.folder, 'thumbnail.jpg'), [colour]])
    }
  })

  test('of a file that is no video is refused', async () => {
    await writeFile(folder.path('text.mp4'), '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')
    await expect(thumbnailOfOriginal(await newRun(), { path: folder.path('text.mp4'), facts: undefined }, 0)).rejects.toMatchObject({
      refusal: 'damaged',
    })
  })
})
