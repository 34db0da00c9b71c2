import { isOwnAddress } from '../../arguments/input-allowlist.ts'
import { readPacketIndex } from '../../avi/packet-index.ts'
import { assumePackets } from '../../matroska/assume-packets.ts'
import { readPacketBlocks } from '../../matroska/packet-blocks.ts'
import { contentAt } from '../../mp4/mp4-boxes.ts'
import { readPacketTables } from '../../mp4/packet-tables.ts'
import type { ReadAt } from '../../mp4/patch.ts'
import { maxHeadBytes, readSlice, readTopBoxes } from '../../mp4/top-boxes.ts'
import { Unreadable } from '../../mp4/unreadable.ts'
import type { PacketTracks } from '../../probing/packet-log.ts'
import { openInput } from './open-input.ts'

/** Reading a smaller file costs less than a moment, and its packets say what is really there. */
const minBytes = 64 << 20

export interface FileTables extends PacketTracks {
  /** Bytes of the file. */
  size: number
}

/**
 * The packets of a large file from its own tables, without reading the rest of it (MP4, QuickTime and AVI), or from the heads of its blocks (Matroska
 * and WebM; if it still arrives, from its index and some of its blocks). Undefined where they do not say enough.
 */
export async function readTables(input: string, signal: AbortSignal, fromBytes = minBytes): Promise<FileTables | undefined> {
  const file = await openInput(input, signal)
  const { size } = file
  const readAt: ReadAt = (offset, length) => {
    signal.throwIfAborted()
    return file.readAt(offset, length)
  }
  // What still arrives would be walked through as slowly as it comes.
  const readBlocks = isOwnAddress(input) ? assumePackets : readPacketBlocks
  try {
    if (size < fromBytes) return undefined
    const indexed = (await tablesOf(size, readAt)) ?? (await readPacketIndex(size, readAt))
    const found = indexed ? { ...indexed, isFromIndex: true } : await readBlocks(size, readAt)
    return found && { ...found, size }
  } finally {
    await file.close()
  }
}

async function tablesOf(size: number, readAt: ReadAt): Promise<PacketTracks | undefined> {
  try {
    const { boxes } = await readTopBoxes(size, readAt)
    const [moov, second] = boxes.filter(({ type }) => type === 'moov')
    if (!moov || second || boxes.some(({ type }) => type === 'moof')) return undefined
    const { view } = await readSlice(moov, readAt, maxHeadBytes)
    const content = contentAt(view, ['moov'])
    return content && readPacketTables(content, size)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
