import { execFile } from 'node:child_process'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { readArchiveHead } from './read-archive.ts'
import { type TarFile, tarChecksum, tarEnd, tarEntryBytes, tarFields, tarHeader, tarPadding } from './tar-header.ts'
import { InvalidArchive, type ReadBytes, walkTar } from './walk-tar.ts'

const run = promisify(execFile)
const modifiedAt = new Date('2026-03-04T05:06:07Z')

const reading =
  (bytes: Buffer): ReadBytes =>
  async (start, length) =>
    bytes.subarray(start, start + length)

async function walked(bytes: Buffer, from = 0) {
  const found: { path: string; size: number; start: number; next: number }[] = []
  for await (const entry of walkTar(reading(bytes), from)) found.push(entry)
  return found
}

const contents: Record<string, string> = {
  'plain.txt': 'plain',
  'empty.txt': '',
  'videos/0001 Sommer in Köln & 夏 🎬/video.json': '{}',
  [`videos/${'a rather long name '.repeat(12)}/original.mp4`]: 'x'.repeat(512),
  [`${'n'.repeat(99)}1`]: 'exactly a hundred characters',
}

const pack = (files: Record<string, string>): Buffer =>
  Buffer.concat([
    ...Object.entries(files).flatMap(([path, text]) => {
      const content = Buffer.from(text)
      const file: TarFile = { path, size: content.length, modifiedAt }
      const entry = [tarHeader(file), content, Buffer.alloc(tarPadding(content.length))]
      expect(Buffer.concat(entry).length).toBe(tarEntryBytes(file))
      return entry
    }),
    tarEnd,
  ])

test('the tar of the system unpacks what is written here', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'archive.tar'), pack(contents))
  await run('tar', ['-xf', 'archive.tar'], { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  for (const [path, text] of Object.entries(contents)) {
    expect(await readFile(join(folder, path), 'utf8')).toBe(text)
    expect((await stat(join(folder, path))).mtime).toEqual(modifiedAt)
  }
})

test('and what it packs is found here, in each of its formats', async () => {
  const folder = await temporaryFolder()
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  for (const format of ['gnu', 'pax', 'posix']) {
    await run('tar', ['-cf', `${folder}.tar`, `--format=${format}`, '.'], { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    const bytes = await readFile(`${folder}.tar`)
    const found = await walked(bytes)
    const texts = Object.fromEntries(
      found.map(({ path, start, size }) => [path.replace('./', ''), bytes.toString('utf8', start, start + size)]),
    )
    expect(texts).toEqual(contents)
  }
})

test('a walk continues where an earlier one has ended', async () => {
  const bytes = pack(contents)
  const all = await walked(bytes)
  expect(all.map(({ path }) => path)).toEqual(Object.keys(contents))
  expect(await walked(bytes, all[2]?.next)).toEqual(all.slice(3))
})

test('a file of more than 8 GiB has its size in the archive', async () => {
  const size = 500 * 1024 ** 3 + 7
  const header = tarHeader({ path: 'original.mp4', size, modifiedAt })
  const [entry] = await walked(Buffer.concat([header, Buffer.alloc(512)]))
  expect(entry).toEqual({ path: 'original.mp4', size, start: header.length, next: header.length + size + tarPadding(size) })
})

test.each([
  ['a text', Buffer.from('not an archive '.repeat(100))],
  ['a header with a wrong sum', pack({ 'a.txt': 'a' }).fill('b', 0, 1)],
  ['half a header', pack({ 'a.txt': 'a' }).subarray(0, 300)],
  ['an archive of something else', pack({ 'a.txt': 'a' })],
  ['an account that is no record', pack({ 'account.json': '{"format":"other"}' })],
])('%s is refused', async (_, bytes) => {
  await expect(readArchiveHead(reading(bytes))).rejects.toThrow(InvalidArchive)
})

/** A header for what no honest writer writes. */
function forged(path: string, size: string, type = '0'): Buffer {
  const block = Buffer.from(tarHeader({ path, size: 0, modifiedAt }))
  const [at, length] = tarFields.size
  block.fill(0, at, at + length).write(size, at, 'latin1')
  block.write(type, tarFields.type[0], 'latin1')
  const [sumAt] = tarFields.checksum
  block.write(`${tarChecksum(block).toString(8).padStart(6, '0')}\0 `, sumAt, 'latin1')
  return block
}

test('a size below zero, which would lead back, is refused', async () => {
  await expect(walked(forged('a', '-1000'))).rejects.toThrow(InvalidArchive)
})

test('an archive of folders without end comes to an end', async () => {
  const folder = forged('a/', '0', '5')
  const endless: ReadBytes = async () => Buffer.concat([folder, folder, folder, folder])
  await expect(readArchiveHead(endless)).rejects.toThrow('There are no files in this archive.')
})

test('playlists of nothing but zeros end at the first one', async () => {
  const account = { format: 'video-forge-export', version: 1 }
  const bytes = pack({ 'account.json': JSON.stringify(account), 'playlists.json': `{"playlists":[${'0,'.repeat(2_000_000)}0]}` })
  await expect(readArchiveHead(reading(bytes))).rejects.toThrow(InvalidArchive)
})
