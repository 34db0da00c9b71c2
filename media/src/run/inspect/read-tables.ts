import { open } from 'node:fs/promises'
import { isOwnAddress } from '../../arguments/input-allowlist.ts'
import { contentAt } from '../../mp4/mp4-boxes.ts'
import { readPacketTables } from '../../mp4/packet-tables.ts'
import type { ReadAt } from '../../mp4/patch.ts'
import { maxHeadBytes, readSlice, readTopBoxes } from '../../mp4/top-boxes.ts'
import { Unreadable } from '../../mp4/unreadable.ts'
import type { PacketTracks } from '../../probing/packet-log.ts'

/** Reading a smaller file costs less than a moment, and its packets say what is really there. */
const minBytes = 64 << 20

/** The packets of a large MP4 or QuickTime file from its own tables, without reading the rest of it. Undefined where they do not say enough. */
export async function readTables(input: string, signal: AbortSignal, fromBytes = minBytes): Promise<PacketTracks | undefined> {
  const source = isOwnAddress(input) ? await openAddress(input, signal) : await openPath(input)
  try {
    return source.size < fromBytes ? undefined : await tablesOf(source)
  } finally {
    await source.close()
  }
}

interface Readable {
  size: number
  readAt: ReadAt
  close(): Promise<void>
}

async function tablesOf({ size, readAt }: Readable): Promise<PacketTracks | undefined> {
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

async function openPath(path: string): Promise<Readable> {
  const file = await open(path, 'r')
  const readAt: ReadAt = async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
  return { size: (await file.stat()).size, readAt, close: () => file.close() }
}

/** A file that still arrives. */
async function openAddress(address: string, signal: AbortSignal): Promise<Readable> {
  const get = (offset: number, length: number) =>
    fetch(address, { headers: { range: `bytes=${offset}-${offset + length - 1}` }, signal, redirect: 'error' })
  const first = await get(0, 1)
  await first.arrayBuffer()
  const size = Number(first.headers.get('content-range')?.split('/')[1])
  const readAt: ReadAt = async (offset, length) => new Uint8Array(await (await get(offset, length)).arrayBuffer())
  return { size, readAt, close: async () => {} }
}
