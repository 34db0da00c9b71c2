import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../is-alive.ts'

/** The process id in the server's lock file, if that process exists and is this PostgreSQL. */
export function runningPostmaster(cluster: string): number | undefined {
  const pid = lockedBy(cluster)
  return pid !== undefined && isAlive(pid) && isServerOf(cluster, pid) ? pid : undefined
}

/**
 * After a crash the lock file may contain the process id of another program (always so in a restarted container, where ids start anew).
 * PostgreSQL would take that program for a running server and refuse to start.
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
    // Without /proc (macOS) the lock file is trusted.
    return process.platform !== 'linux'
  }
}
