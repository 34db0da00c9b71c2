import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

export interface LineWriter {
  write(lines: readonly string[]): Promise<void>
  end(): Promise<void>
}

/** Writes compressed lines of JSON; they are on the disk when `end` resolves. */
export function writeLines(path: string): LineWriter {
  const zip = createGzip()
  const written = pipeline(zip, createWriteStream(path, { mode: 0o600, flush: true }))
  // The writer sees the failure; until then it must not end the process as an unhandled rejection.
  written.catch(() => {})
  return {
    async write(lines) {
      if (lines.length > 0 && !zip.write(`${lines.join('\n')}\n`)) await Promise.race([once(zip, 'drain'), written])
    },
    async end() {
      zip.end()
      await written
    },
  }
}

export async function* readLines(path: string): AsyncGenerator<string> {
  const unzipped = createGunzip()
  const read = pipeline(createReadStream(path), unzipped)
  read.catch(() => {})
  for await (const line of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })) if (line) yield line
  await read
}

/** The lines in batches. */
export async function* readBatches(path: string, size: number): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const line of readLines(path)) {
    batch.push(line)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
