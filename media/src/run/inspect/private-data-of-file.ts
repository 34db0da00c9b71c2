import { open } from 'node:fs/promises'
import type { Patch } from '../../mp4/patch.ts'
import { findPrivateData } from '../../mp4/private-data.ts'

/** `findPrivateData` for a file on disk. */
export async function privateDataOfFile(path: string): Promise<Patch[]> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return await findPrivateData(size, async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    })
  } finally {
    await file.close()
  }
}
