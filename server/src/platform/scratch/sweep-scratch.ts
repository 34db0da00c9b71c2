import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../is-alive.ts'
import { parseFolderName } from './scratch-names.ts'

/** Deletes what killed processes have left. */
export async function sweepScratch(scratch: string): Promise<void> {
  await mkdir(scratch, { recursive: true })
  for (const name of await readdir(scratch)) {
    const { pid } = parseFolderName(name)
    if (pid !== process.pid && !isAlive(pid)) await rm(join(scratch, name), { recursive: true, force: true })
  }
}
