import { appendFile, stat, truncate } from 'node:fs/promises'

/** Grows an MP4 file by an empty box that players skip, so that a large file costs no encoding. */
export async function growTo(path: string, bytes: number): Promise<string> {
  const { size } = await stat(path)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes - size)
  head.write('free', 4)
  await appendFile(path, head)
  await truncate(path, bytes)
  return path
}
