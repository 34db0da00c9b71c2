import { type FileHandle, open } from 'node:fs/promises'
import { type Box, readBox } from '../../mp4/mp4-boxes.ts'
import { type RenditionBoxes, RenditionReader } from '../../mp4/rendition-boxes.ts'

/** The index of a four hour video has a few hundred kilobytes; a larger table is not from our muxer. */
const maxTableBytes = 16 << 20

/** Reads every table of one of our own files without starting ffprobe. Undefined if anything is missing or unlike what our muxer writes. */
export async function readRenditionBoxes(path: string): Promise<RenditionBoxes | undefined> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const boxes = await topBoxes(file, size)
    const firstFragment = boxes?.findIndex(({ type }) => type === 'moof') ?? -1
    if (!boxes || firstFragment < 0) return undefined
    const head = await readPart(file, 0, boxes[firstFragment]?.offset ?? 0)
    const reader = head && RenditionReader.open(head)
    if (!reader) return undefined
    for (const [at, box] of boxes.entries()) {
      if (box.type !== 'moof') continue
      const data = boxes[at + 1]
      const moof = await readPart(file, box.body, box.offset + box.size)
      if (data?.type !== 'mdat' || !moof || !reader.add(moof, { offset: box.offset, dataEnd: data.offset + data.size })) return undefined
    }
    return reader.read()
  } catch (error) {
    // A table that claims more entries than it has.
    if (error instanceof RangeError) return undefined
    throw error
  } finally {
    await file.close()
  }
}

/** The top-level boxes; undefined unless they fill the file exactly. */
async function topBoxes(file: FileHandle, size: number): Promise<Box[] | undefined> {
  const boxes: Box[] = []
  const header = new DataView(new ArrayBuffer(16))
  let at = 0
  while (at < size) {
    const { bytesRead } = await file.read(header, 0, 16, at)
    const box = bytesRead >= 8 ? readBox(header, 0) : undefined
    if (!box || box.size < 8 || at + box.size > size) return undefined
    boxes.push({ ...box, offset: at, body: at + box.body })
    at += box.size
  }
  return boxes
}

async function readPart(file: FileHandle, from: number, to: number): Promise<DataView | undefined> {
  if (to - from > maxTableBytes) return undefined
  const bytes = new DataView(new ArrayBuffer(to - from))
  const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, from)
  return bytesRead === bytes.byteLength ? bytes : undefined
}
