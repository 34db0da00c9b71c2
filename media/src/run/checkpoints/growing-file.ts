import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { readBox, viewOfBytes } from '../../mp4/mp4-boxes.ts'

interface CompleteFragment {
  offset: number
  /** Where its `moof` ends and its data begin. */
  data: number
  end: number
  /** A hash of its `moof`, to recognise it. */
  moofHash: string
}

/**
 * A file that ffmpeg is writing, and its complete fragments. At the end ffmpeg may shift all fragments, first to last, to insert an index.
 * So bytes that were read are valid only if their fragments are still in place afterwards: then nothing behind them has moved either.
 */
export class GrowingFile<Described extends object> {
  /** The bytes before the first fragment, once that is complete. */
  head: DataView | undefined
  readonly fragments: (CompleteFragment & Described)[] = []
  private readonly path: string
  private readonly describe: (moof: DataView) => Described | undefined
  private read = 0

  /** `describe` reads what is needed from the content of a fragment's `moof`; undefined if it has an unexpected structure. */
  constructor(path: string, describe: (moof: DataView) => Described | undefined) {
    this.path = path
    this.describe = describe
  }

  /** Finds the fragments that were completed since the last call. */
  async readOn(): Promise<void> {
    const size = await sizeOf(this.path)
    if (size > this.read) await this.withFile((handle) => this.readUpTo(handle, size))
  }

  private async readUpTo(handle: FileHandle, size: number): Promise<void> {
    for (;;) {
      const box = await boxAt(handle, this.read)
      if (!box || box.offset + box.size > size) return
      if (box.type !== 'moof') {
        this.read += box.size
        continue
      }
      const data = await boxAt(handle, box.offset + box.size)
      if (!data || data.offset + data.size > size) return
      this.head ??= viewOfBytes(await readPart(handle, 0, box.offset))
      const moof = await readPart(handle, box.offset, data.offset)
      const described = this.describe(viewOfBytes(moof.subarray(box.body - box.offset)))
      if (!described) throw new Error('A file that ffmpeg is writing has an unexpected structure.')
      const end = data.offset + data.size
      this.fragments.push({ ...described, offset: box.offset, data: data.offset, end, moofHash: hashOf(moof) })
      this.read = end
    }
  }

  /** The bytes of each of these fragments; undefined if they have moved. */
  async bytesOf(from: number, until: number): Promise<Buffer[] | undefined> {
    const chosen = this.fragments.slice(from, until)
    const start = chosen[0]?.offset ?? 0
    return this.withFile(async (handle) => {
      const bytes = await readPart(handle, start, chosen.at(-1)?.end ?? start)
      for (const fragment of chosen) if (!(await isInPlace(handle, fragment))) return undefined
      return chosen.map(({ offset, end }) => bytes.subarray(offset - start, end - start))
    })
  }

  /** Whether ffmpeg has shifted the fragments. It moves the last one last. */
  async isMoved(): Promise<boolean> {
    const last = this.fragments.at(-1)
    return last !== undefined && !(await this.withFile((handle) => isInPlace(handle, last)))
  }

  private async withFile<Result>(act: (handle: FileHandle) => Promise<Result>): Promise<Result> {
    const handle = await open(this.path, 'r')
    try {
      return await act(handle)
    } finally {
      await handle.close()
    }
  }
}

const hashOf = (moof: Buffer): string => createHash('sha1').update(moof).digest('base64')

const isInPlace = async (handle: FileHandle, { offset, data, moofHash }: CompleteFragment): Promise<boolean> =>
  hashOf(await readPart(handle, offset, data)) === moofHash

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    // ffmpeg has not created it yet.
    return 0
  }
}

async function boxAt(handle: FileHandle, at: number) {
  const header = new DataView(new ArrayBuffer(16))
  const { bytesRead } = await handle.read(header, 0, 16, at)
  const box = bytesRead >= 8 ? readBox(header, 0) : undefined
  return box && box.size >= 8 ? { ...box, offset: at, body: at + box.body } : undefined
}

async function readPart(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from)
  await handle.read(bytes, 0, bytes.length, from)
  return bytes
}
