// A folder in memory for the files of tests, where the machine has enough of it: a test database is about a thousand small files, and
// making them on a disk takes ten times as long.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const neededBytes = 6 * 1024 ** 3
const prefix = 'video-forge-tests-'

/** The variables of a run whose temporary files are in memory, and how to delete them; without enough memory they stay where they are. */
export function memoryFolder() {
  if (process.env['TMPDIR'] || !isUsable()) return { env: {}, remove: () => {} }
  removeAbandoned()
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
  return { env: { TMPDIR: folder }, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** In containers it is often tiny, or programs in it cannot be started. */
function isUsable() {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, path]) => path === memory)
    const isOpen = mount?.[2] === 'tmpfs' && !mount[3]?.split(',').some((option) => option === 'noexec' || option === 'ro')
    const { bavail, bsize } = statfsSync(memory)
    return isOpen && bavail * bsize > neededBytes && freemem() > neededBytes
  } catch {
    return false
  }
}

/** What runs that were killed have left. */
function removeAbandoned() {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    try {
      if (pid > 0 && !isAlive(pid)) rmSync(join(memory, name), { recursive: true, force: true })
    } catch {
      // It belongs to another user of the machine.
    }
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
