import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { type Fragment, type PictureTrack, readFragment, readPictureTrack } from '../../mp4/fragments.ts'
import { readBox, viewOfBytes } from '../../mp4/mp4-boxes.ts'

interface CompleteFragment extends Fragment {
  offset: number
  /** Where its `moof` ends and its data begin. */
  data: number
  end: number
  /** By which its `moof` is known again. */
  mark: string
}

/**
 * A file that ffmpeg is writing, and the fragments of it that are complete. At its very end ffmpeg may move everything along, from the first
 * fragment to the last, to make room for an index. So what was read counts only if its fragments are found in their places afterwards: then
 * nothing behind them had moved either.
 */
export class GrowingFile {
  /** What comes before the first fragment, once that is there. */
  head: DataView | undefined
  track: PictureTrack | undefined
  readonly fragments: CompleteFragment[] = []
  private readonly path: string
  private read = 0

  constructor(path: string) {
    this.path = path
  }

  /** Looks for fragments that have been completed since the last time. */
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
      if (!this.head) {
        this.head = viewOfBytes(await readPart(handle, 0, box.offset))
        this.track = readPictureTrack(this.head)
      }
      const moof = await readPart(handle, box.offset, data.offset)
      const fragment = readFragment(viewOfBytes(moof.subarray(box.body - box.offset)))
      if (!this.track || !fragment) throw new Error('A file that grows is not as it was expected.')
      const end = data.offset + data.size
      this.fragments.push({ ...fragment, offset: box.offset, data: data.offset, end, mark: markOf(moof) })
      this.read = end
    }
  }

  /** The bytes of some fragments, each by itself; undefined once they have been moved. */
  async bytesOf(from: number, until: number): Promise<Buffer[] | undefined> {
    const wanted = this.fragments.slice(from, until)
    const start = wanted[0]?.offset ?? 0
    return this.withFile(async (handle) => {
      const bytes = await readPart(handle, start, wanted.at(-1)?.end ?? start)
      for (const fragment of wanted) if (!(await isInPlace(handle, fragment))) return undefined
      return wanted.map(({ offset, end }) => bytes.subarray(offset - start, end - start))
    })
  }

  /** Whether the fragments are no longer where they were. The last one is the last to be moved. */
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

const markOf = (moof: Buffer): string => createHash('sha1').update(moof).digest('base64')

const isInPlace = async (handle: FileHandle, { offset, data, mark }: CompleteFragment): Promise<boolean> =>
  markOf(await readPart(handle, offset, data)) === mark

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    // ffmpeg has not begun it yet.
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
