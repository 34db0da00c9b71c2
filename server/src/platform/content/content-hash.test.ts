import { createHash, randomBytes } from 'node:crypto'
import { appendFile, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { blockBytes, ContentHash } from './content-hash.ts'
import { continueHash } from './growing-file-hash.ts'

const content = randomBytes(2 * blockBytes + 1000)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** As docs/decisions/0035 describes it. */
const expected = (bytes: Buffer): string => {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += blockBytes) blocks.push(sha256(bytes.subarray(at, at + blockBytes)))
  return sha256(Buffer.concat(blocks)).toString('hex')
}

const hashIn = (bytes: Buffer, chunkBytes: number): string => {
  const hash = new ContentHash()
  for (let at = 0; at < bytes.length; at += chunkBytes) hash.update(bytes.subarray(at, at + chunkBytes))
  return hash.digest().toString('hex')
}

test.each([0, 1, blockBytes - 1, blockBytes, blockBytes + 1, content.length])('%i bytes have one hash, however they arrive', (size) => {
  const bytes = content.subarray(0, size)
  for (const chunkBytes of [65_537, blockBytes, content.length]) expect(hashIn(bytes, chunkBytes)).toBe(expected(bytes))
})

test('bytes that come again are not hashed again, and none may be left out', () => {
  const hash = new ContentHash()
  hash.update(content.subarray(0, 5_000_000))
  hash.update(content.subarray(4_000_000, 6_000_000), 4_000_000)
  hash.update(content.subarray(5_000_000, 5_500_000), 5_000_000)
  expect(() => hash.update(content.subarray(7_000_000), 7_000_000)).toThrow('were not hashed')
  hash.update(content.subarray(6_000_000))
  expect(hash.digest().toString('hex')).toBe(expected(content))
  hash.restart()
  hash.update(content.subarray(0, 10))
  expect(hash.digest().toString('hex')).toBe(expected(content.subarray(0, 10)))
})

async function growingFile() {
  const path = join(await temporaryFolder(), 'upload')
  const notes = `${path}.blocks`
  await writeFile(path, '')
  /** One request: continues the hash, writes some more, and is gone. */
  const receive = async (from: number, to: number) => {
    const file = await open(path, 'r+')
    try {
      const hash = await continueHash(file, notes, from)
      await file.write(content, from, to - from, from)
      await hash?.update(content.subarray(from, to))
      return hash?.digest().toString('hex')
    } finally {
      await file.close()
    }
  }
  return { path, notes, receive }
}

test('a file that arrives in several requests has the same hash', async () => {
  const { receive } = await growingFile()
  const stops = [0, 1000, blockBytes - 1, blockBytes, blockBytes + 5, 2 * blockBytes + 7, content.length]
  for (const [index, to] of stops.slice(1).entries()) expect(await receive(stops[index] ?? 0, to)).toBe(expected(content.subarray(0, to)))
})

test('a process that was killed between a block and its note costs one block to read', async () => {
  const { notes, receive } = await growingFile()
  await receive(0, blockBytes + 100)
  await rm(notes)
  expect(await receive(blockBytes + 100, content.length)).toBe(expected(content))
})

test('what an older version has received is not read again for a hash', async () => {
  const { path, receive } = await growingFile()
  await appendFile(path, content.subarray(0, 2 * blockBytes))
  expect(await receive(2 * blockBytes, content.length)).toBeUndefined()
})

test('a file that is shorter than what was noted continues from its end', async () => {
  const { path, receive } = await growingFile()
  await receive(0, 2 * blockBytes)
  await writeFile(path, content.subarray(0, blockBytes - 10))
  expect(await receive(blockBytes - 10, content.length)).toBe(expected(content))
})
