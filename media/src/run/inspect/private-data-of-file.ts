import type { Patch } from '../../mp4/patch.ts'
import { findPrivateData } from '../../mp4/private-data.ts'
import { openInput } from './open-input.ts'

/** `findPrivateData` for a file on disk, or one that still arrives. */
export async function privateDataOfFile(input: string, signal?: AbortSignal): Promise<Patch[]> {
  const { size, readAt, close } = await openInput(input, signal)
  try {
    return await findPrivateData(size, readAt)
  } finally {
    await close()
  }
}
