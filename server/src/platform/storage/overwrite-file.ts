import { open } from 'node:fs/promises'
import type { Patch } from '@video-forge/media/mp4/patch'

const zeroChunk = Buffer.alloc(1024 * 1024)

/** Overwrites and syncs, in place. */
export async function overwrite(path: string, patches: readonly Patch[]): Promise<void> {
  const file = await open(path, 'r+')
  try {
    for (const { offset, length, bytes } of patches) {
      if (bytes) await file.write(bytes, 0, length, offset)
      else
        for (let at = 0; at < length; at += zeroChunk.length)
          await file.write(zeroChunk, 0, Math.min(zeroChunk.length, length - at), offset + at)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
