import { open } from 'node:fs/promises'
import { isOwnAddress } from '../../arguments/input-allowlist.ts'
import type { ReadAt } from '../../mp4/patch.ts'

export interface OpenInput {
  size: number
  readAt: ReadAt
  close(): Promise<void>
}

/** A file by its path, or by the address of one that still arrives, which waits for what is not here yet. */
export const openInput = (input: string, signal?: AbortSignal): Promise<OpenInput> =>
  isOwnAddress(input) ? openAddress(input, signal) : openPath(input)

async function openPath(path: string): Promise<OpenInput> {
  const file = await open(path, 'r')
  const readAt: ReadAt = async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
  return { size: (await file.stat()).size, readAt, close: () => file.close() }
}

async function openAddress(address: string, signal: AbortSignal | undefined): Promise<OpenInput> {
  const get = (offset: number, length: number) =>
    fetch(address, { headers: { range: `bytes=${offset}-${offset + length - 1}` }, redirect: 'error', ...(signal && { signal }) })
  const first = await get(0, 1)
  await first.arrayBuffer()
  const size = Number(first.headers.get('content-range')?.split('/')[1])
  const readAt: ReadAt = async (offset, length) => {
    const answer = length > 0 && offset < size ? await get(offset, length) : undefined
    return new Uint8Array((await answer?.arrayBuffer()) ?? [])
  }
  return { size, readAt, close: async () => {} }
}
