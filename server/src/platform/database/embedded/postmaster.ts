import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../is-alive.ts'

/** The running server's process id by its own lock file, if that process is there and is a PostgreSQL. */
export function runningPostmaster(cluster: string): number | undefined {
  const pid = lockedBy(cluster)
  return pid !== undefined && isAlive(pid) && isServerOf(cluster, pid) ? pid : undefined
}

/**
 * After a crash the lock file may name a process id that some other program has by now (always so in a restarted
 * container, where numbers start anew). PostgreSQL would take that program for itself and refuse to start.
 */
export function dropStaleLock(cluster: string): void {
  const pid = lockedBy(cluster)
  if (pid !== undefined && isAlive(pid) && !isServerOf(cluster, pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function lockedBy(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isServerOf(cluster: string, pid: number): boolean {
  try {
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return program.endsWith('postgres') && args.includes(cluster)
  } catch {
    // Without /proc (macOS) we can't tell, and the lock file is taken at its word.
    return process.platform !== 'linux'
  }
}
