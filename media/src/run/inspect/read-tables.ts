import { isOwnAddress } from '../../arguments/input-allowlist.ts'
import { readPacketIndex } from '../../avi/packet-index.ts'
import { assumePackets } from '../../matroska/assume-packets.ts'
import { readPacketBlocks } from '../../matroska/packet-blocks.ts'
import { contentAt } from '../../mp4/mp4-boxes.ts'
import { readPacketTables } from '../../mp4/packet-tables.ts'
import { maxHeadBytes, readSlice, readTopBoxes } from '../../mp4/top-boxes.ts'
import { Unreadable } from '../../mp4/unreadable.ts'
import type { PacketTracks } from '../../probing/packet-log.ts'
import { type OpenInput, openInput } from './open-input.ts'

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
  try {
    const find = async () =>
      (await tablesOf(file)) ?? (await readPacketIndex(file.size, file.readAt)) ?? (await blocksOf(input, file, signal))
    const found = file.size < fromBytes ? undefined : await find()
    return found && { ...found, size: file.size }
  } finally {
    await file.close()
  }
}

/** What still arrives would be walked through as slowly as it comes. */
async function blocksOf(input: string, { size, readAt }: OpenInput, signal: AbortSignal): Promise<PacketTracks | undefined> {
  const read = isOwnAddress(input) ? assumePackets : readPacketBlocks
  return read(size, (offset, length) => {
    signal.throwIfAborted()
    return readAt(offset, length)
  })
}

async function tablesOf({ size, readAt }: OpenInput): Promise<PacketTracks | undefined> {
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
