import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Empties what killed processes left behind. Folders end in the id of the process that works in them. */
export async function sweepScratch(scratch: string): Promise<void> {
  await mkdir(scratch, { recursive: true })
  for (const name of await readdir(scratch)) {
    const pid = Number(/-(\d+)$/.exec(name)?.[1])
    if (pid !== process.pid && !isAlive(pid)) await rm(join(scratch, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
