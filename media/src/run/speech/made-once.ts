import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A file in a cache folder that is made at its first use. Several processes may make it at once; none ever sees half of it. */
export async function madeOnce(folder: string, name: string, make: () => Promise<string | Uint8Array>): Promise<string> {
  const path = join(folder, name)
  if (await exists(path)) return path
  await mkdir(folder, { recursive: true })
  const partial = `${path}.${process.pid}.partial`
  try {
    const content = await make()
    const file = await open(partial, 'w')
    try {
      await file.writeFile(content)
      // Otherwise a power cut could leave an empty file under the final name.
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
  return path
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
