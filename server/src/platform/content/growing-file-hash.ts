import { appendFile, type FileHandle, readFile, rm, writeFile } from 'node:fs/promises'
import { ignoreMissing } from '../storage/local-files.ts'
import { blockBytes, ContentHash } from './content-hash.ts'

const hashBytes = 32
const readBytes = 1024 * 1024
/** A killed process may have written a block without noting it. A process of an older version notes none, and nothing is read for that. */
const maxMissingBlocks = 1

/** The hash of a file that grows over several requests. The values of its finished blocks are in a file beside it. */
export interface GrowingFileHash {
  /** After the bytes were written. */
  update(chunk: Buffer): Promise<void>
  digest(): Buffer
}

/** Continues at the end of what has arrived; of that only the last, unfinished block is read. Undefined when it cannot be known. */
export async function continueHash(file: FileHandle, notes: string, size: number): Promise<GrowingFileHash | undefined> {
  const finished = Math.floor(size / blockBytes)
  const noted = (await readFile(notes).catch(ignoreMissing)) ?? Buffer.alloc(0)
  const blocks = blocksOf(noted).slice(0, finished)
  if (finished - blocks.length > maxMissingBlocks) {
    await rm(notes, { force: true })
    return undefined
  }
  const hash = new ContentHash(blocks)
  let notedCount = blocks.length
  const note = async () => {
    const fresh = hash.blocks.slice(notedCount)
    notedCount = hash.blocks.length
    if (fresh.length > 0) await appendFile(notes, Buffer.concat(fresh))
  }
  // After a power cut the file may be shorter than what was noted.
  if (noted.length !== blocks.length * hashBytes) await writeFile(notes, Buffer.concat(blocks))
  if (!(await readInto(hash, file, size))) return undefined
  await note()
  return {
    async update(chunk) {
      hash.update(chunk)
      await note()
    },
    digest: () => hash.digest(),
  }
}

const blocksOf = (noted: Buffer): Buffer[] =>
  Array.from({ length: Math.floor(noted.length / hashBytes) }, (_, number) => noted.subarray(number * hashBytes, (number + 1) * hashBytes))

/** False when the file ends before that. */
async function readInto(hash: ContentHash, file: FileHandle, size: number): Promise<boolean> {
  const buffer = Buffer.alloc(Math.min(readBytes, size - hash.position))
  while (hash.position < size) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - hash.position), hash.position)
    if (bytesRead === 0) return false
    hash.update(buffer.subarray(0, bytesRead))
  }
  return true
}
