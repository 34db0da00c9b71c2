import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The database writes its log in steps of 16 MB, which would hide what a job takes. */
const database = 'postgres'
const everyMs = 500

/** Follows how much of the disk a data folder takes, without the database. */
export function followDisk(dataDir: string): { stop(): Promise<number> } {
  let peak = 0
  let measuring: Promise<void> | undefined
  const measure = async (): Promise<void> => {
    const sizes = new Map<number, number>()
    await addFiles(dataDir, sizes, (name) => name !== database)
    peak = Math.max(
      peak,
      [...sizes.values()].reduce((sum, size) => sum + size, 0),
    )
  }
  const start = (): void => {
    measuring ??= measure().finally(() => {
      measuring = undefined
    })
  }
  start()
  const timer = setInterval(start, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await measuring
      return peak
    },
  }
}

/** By inode, because a file with two names takes its space once. */
async function addFiles(folder: string, sizes: Map<number, number>, isCounted: (name: string) => boolean = () => true): Promise<void> {
  // Files come and go while the product works.
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (!isCounted(entry.name)) continue
    if (entry.isDirectory()) await addFiles(path, sizes)
    else if (entry.isFile()) {
      const found = await stat(path).catch(() => undefined)
      if (found) sizes.set(found.ino, found.blocks * 512)
    }
  }
}
