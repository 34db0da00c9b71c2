import { statfs } from 'node:fs/promises'

/** Bytes of the disk with this folder; null when it cannot be read. */
export async function diskSpace(folder: string): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}
