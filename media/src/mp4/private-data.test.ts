import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { clipFolder, decoded, makeClip, moving, quickH264, tone } from '../testing/clips.ts'
import { integerBetween, seededRandom } from '../testing/seeded-random.ts'
import { applyPatches, type Patch } from './patch.ts'
import { findPrivateData } from './private-data.ts'
import { Unreadable } from './unreadable.ts'

const folder = clipFolder()
const find = (bytes: Buffer): Promise<Patch[]> =>
  findPrivateData(bytes.length, async (offset, length) => bytes.subarray(offset, offset + length))

async function cleaned(bytes: Buffer): Promise<Buffer> {
  const clean = Buffer.from(bytes)
  applyPatches(clean, 0, await find(bytes))
  return clean
}

/** Everything a player shows and plays. */
const seenAndHeard = (path: string) => decoded(path, '-map', '0:v', '-map', '0:a', '-f', 'framemd5', '-')

const box = (type: string, content: Buffer | string): Buffer => {
  const body = Buffer.from(content)
  const header = Buffer.alloc(8, type.padStart(8, '\0'), 'latin1')
  header.writeUInt32BE(8 + body.length)
  return Buffer.concat([header, body])
}
const largeBox = (type: string, content: string): Buffer => {
  const header = Buffer.alloc(16)
  header.writeUInt32BE(1)
  header.write(type, 4, 'latin1')
  header.writeBigUInt64BE(BigInt(16 + content.length), 8)
  return Buffer.concat([header, Buffer.from(content)])
}
/** Makes the last box of a file, and what lies in it at its end, longer. */
function lengthened(bytes: Buffer, path: string[], more: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  let from = 0
  for (const type of path) {
    const at = copy.indexOf(type, from, 'latin1') - 4
    copy.writeUInt32BE(copy.readUInt32BE(at) + more.length, at)
    from = at + 8
  }
  return Buffer.concat([copy, more])
}

const where = 'SECRET +52.5200+013.4050/ and what else a camera knows'
const subtitles = '1\n00:00:00,200 --> 00:00:00,800\nSECRET 52.5200 13.4050\n'
const fragmented = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof']
let plain: Buffer
beforeAll(async () => {
  await makeClip(folder.path('plain.mp4'), ...moving('64x48', 25, 1), ...tone(1), ...quickH264, '-g', '10', '-c:a', 'aac', '-shortest')
  await writeFile(folder.path('where.srt'), subtitles)
  plain = await readFile(folder.path('plain.mp4'))
})

const copied = async (name: string, ...args: string[]): Promise<Buffer> => {
  const inputs = ['plain.mp4', ...(args.includes('mov_text') ? ['where.srt'] : [])].flatMap((input) => ['-i', folder.path(input)])
  await makeClip(folder.path(name), ...inputs, '-c', 'copy', ...args)
  return readFile(folder.path(name))
}
const withTrack = (name: string, ...args: string[]) => copied(name, '-map', '0', '-map', '1', '-c:s', 'mov_text', ...args)

/** As an action camera writes it: the same bytes, called a track of positions. */
async function withPositions(name: string, ...args: string[]): Promise<Buffer> {
  const bytes = Buffer.from(await withTrack(name, ...args))
  const handler = bytes.indexOf('sbtl')
  bytes.write('meta', handler, 'latin1')
  bytes.write('gpmd', bytes.indexOf('tx3g', handler), 'latin1')
  return bytes
}

test.each([
  ['MP4', () => Promise.resolve(plain)],
  ['MP4 with its head first', () => copied('fast.mp4', '-movflags', 'faststart')],
  ['QuickTime', () => copied('plain.mov')],
  ['fragments', () => copied('fragmented.mp4', ...fragmented)],
])('a file as programs write it has nothing to hide: %s', async (_name, make) => {
  expect(await find(await make())).toEqual([])
})

describe('nothing private is left, and what is seen and heard stays the same', () => {
  const tags = ['location=+52.5200+013.4050/SECRET', 'artist=SECRET', 'comment=SECRET', 'title=SECRET'].flatMap((tag) => ['-metadata', tag])
  const apple = ['make', 'model', 'location.ISO6709', 'creationdate'].flatMap((name) => ['-metadata', `com.apple.quicktime.${name}=SECRET`])
  const names = ['-metadata:s:v', 'handler_name=SECRET AVC', '-metadata:s:a', 'handler_name=\tSECRET AAC']
  test.each<[string, string, () => Promise<Buffer>]>([
    ['tags of iTunes', 'mp4', () => copied('tags.mp4', ...tags)],
    ['tags of QuickTime', 'mov', () => copied('tags.mov', ...tags)],
    ['keys of Apple', 'mov', () => copied('apple.mov', '-movflags', 'use_metadata_tags', ...apple)],
    ['tags in fragments', 'mp4', () => copied('fragments.mp4', ...fragmented, ...tags)],
    ['names of devices', 'mp4', () => copied('names.mp4', ...names)],
    ['names of devices in QuickTime', 'mov', () => copied('names.mov', ...names)],
    ['a track of text', 'mp4', () => withTrack('text.mp4')],
    ['a track of positions', 'mp4', () => withPositions('positions.mp4')],
    ['a track of positions, head first', 'mp4', () => withPositions('first.mp4', '-movflags', 'faststart')],
    ['a track of positions in fragments', 'mp4', () => withPositions('in-fragments.mp4', ...fragmented)],
    [
      'a track of positions in fragments without a common base',
      'mp4',
      () => withPositions('base.mp4', '-movflags', 'frag_keyframe+empty_moov'),
    ],
    ['a box of its own', 'mp4', async () => Buffer.concat([plain, box('uuid', where), box('meta', where), box('sefd', where)])],
    ['a box with a long size', 'mp4', async () => Buffer.concat([plain, largeBox('uuid', where)])],
    ['a box up to the end', 'mp4', async () => Buffer.concat([plain, Buffer.from(`\0\0\0\0uuid${where}`)])],
    ['free space', 'mp4', async () => Buffer.concat([plain, box('free', 'SECRET'), box('skip', 'SECRET')])],
    ['bytes behind the end', 'mp4', async () => Buffer.concat([plain, Buffer.from('SECRET behind the end')])],
    ['a box at the end of the head', 'mp4', async () => lengthened(plain, ['moov'], box('XtrK', 'SECRET'))],
    [
      'bytes between the pictures',
      'mp4',
      async () => lengthened(await copied('left.mp4', '-movflags', 'faststart'), ['mdat'], Buffer.from('SECRET')),
    ],
  ])('%s', async (name, ending, make) => {
    const bytes = await make()
    expect(bytes.includes('SECRET'), 'the clip is not what it should be').toBe(true)
    const clean = await cleaned(bytes)
    expect(clean.length).toBe(bytes.length)
    expect(clean.includes('SECRET')).toBe(false)
    expect(clean.includes('52.52')).toBe(false)
    expect(await find(clean), 'a second look').toEqual([])
    const [before, after] = ['before', 'after'].map((when) => folder.path(`${when} ${name.replaceAll(/\W/g, '-')}.${ending}`))
    await writeFile(String(before), bytes)
    await writeFile(String(after), clean)
    expect((await seenAndHeard(String(after))).toString()).toBe((await seenAndHeard(String(before))).toString())
  })
})

describe('what cannot be followed for certain is refused', () => {
  const at = (type: string, bytes = plain) => bytes.indexOf(type, 'latin1')
  const changed = (place: number, value: number) => {
    const copy = Buffer.from(plain)
    copy.writeUInt32BE(value, place)
    return copy
  }
  const nested = (depth: number) => Array.from({ length: depth }).reduce<Buffer>((inside) => box('mdia', inside), Buffer.alloc(0))
  test.each<[string, () => Buffer]>([
    ['no head', () => box('mdat', 'anything')],
    ['no file at all', () => Buffer.alloc(0)],
    ['a child larger than its parent', () => changed(at('mdia') - 4, 0x7fffffff)],
    ['a count of samples that is a lie', () => changed(at('stsz') + 12, 0xfffffff0)],
    ['a count of chunks that is a lie', () => changed(at('stco') + 8, 0xfffffff0)],
    [
      'a track that is described twice',
      () => lengthened(plain, ['moov'], Buffer.concat([box('trak', Buffer.concat([nested(2), nested(2)]))])),
    ],
    ['boxes in boxes', () => Buffer.concat([box('ftyp', 'isom'), box('moov', box('trak', nested(2000)))])],
  ])('%s', async (_name, make) => {
    await expect(find(make())).rejects.toThrow(Unreadable)
  })

  test('whatever is done to a file, the answer is patches inside it or a refusal, and it comes soon', async () => {
    const random = seededRandom(15)
    const sources = [plain, await withPositions('chance.mp4', ...fragmented)]
    let refused = 0
    for (let round = 0; round < 600; round += 1) {
      const source = sources[round % 2] ?? plain
      const bytes = Buffer.from(source.subarray(0, round % 5 === 0 ? integerBetween(random, 0, source.length) : source.length))
      const head = Math.max(0, bytes.indexOf('moov', 'latin1'))
      for (let change = 0; change < 4 && bytes.length > head + 8; change += 1) {
        const place = integerBetween(random, round % 3 === 0 ? 0 : head, bytes.length - 4)
        bytes.writeUInt32BE([0, 1, 7, 0xffffffff, integerBetween(random, 0, 0xffffffff)][integerBetween(random, 0, 4)] ?? 0, place)
      }
      const begin = performance.now()
      const patches = await find(bytes).catch((error) => {
        expect(error).toBeInstanceOf(Unreadable)
        refused += 1
        return []
      })
      expect(performance.now() - begin).toBeLessThan(2000)
      for (const { offset, length } of patches) expect(offset >= 0 && offset + length <= bytes.length).toBe(true)
    }
    expect(refused).toBeGreaterThan(50)
  })
})
