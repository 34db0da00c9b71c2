import { open } from 'node:fs/promises'
import { readBox } from '../../mp4/mp4-boxes.ts'
import { readCodecs, readSegmentIndex, type SegmentIndex } from '../../mp4/segment-index.ts'

export interface StreamIndex extends SegmentIndex {
  codecs: readonly string[]
}

/** The index of a four hour video has a few hundred kilobytes; a larger head is not from our muxer. */
const maxHeadBytes = 16 << 20

/** Reads segments and codecs from the head of a rendition. */
export async function readStreamIndex(path: string): Promise<StreamIndex> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const header = new DataView(new ArrayBuffer(16))
    let head = 0
    for (;;) {
      await file.read(header, 0, 16, head)
      const box = readBox(header, 0)
      if (!box || box.size < 8 || box.type === 'moof' || head + box.size > size) break
      head += box.size
      if (head > maxHeadBytes) break
    }
    const bytes = new DataView(new ArrayBuffer(Math.min(head, maxHeadBytes)))
    await file.read(bytes, 0, bytes.byteLength, 0)
    const index = readSegmentIndex(bytes)
    if (!index) throw new Error('The rendition has no index.')
    return { ...index, codecs: readCodecs(bytes) }
  } finally {
    await file.close()
  }
}
