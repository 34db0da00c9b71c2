import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { basename, dirname } from 'node:path'

/**
 * Lets one process at a time work with a file: each leaves a note with its number beside it. Of two that begin in the same moment both see
 * the other one; what a killed process left is removed.
 * @param {string} file @returns {Promise<{ other: number } | { release: () => Promise<void> }>}
 */
export async function claimFile(file) {
  const folder = dirname(file)
  const own = noteOf(file, process.pid)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(own, '', { mode: 0o600 })
  const release = () => rm(own, { force: true })
  for (const name of await readdir(folder)) {
    const pid = pidOf(name, basename(file))
    if (pid === undefined || pid === process.pid) continue
    const note = noteOf(file, pid)
    if (isRunning(pid) && !(await isFromBeforeStart(note))) {
      await release()
      return { other: pid }
    }
    await rm(note, { force: true })
  }
  return { release }
}

/** @param {string} file @param {number} pid */
const noteOf = (file, pid) => `${file}.${pid}.running`

/** @param {string} name @param {string} file @returns {number | undefined} */
function pidOf(name, file) {
  if (!name.startsWith(`${file}.`)) return undefined
  const [, digits] = /^(\d+)\.running$/.exec(name.slice(file.length + 1)) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Whether the machine has started since: the number is then that of another process. @param {string} note */
async function isFromBeforeStart(note) {
  const { mtimeMs } = await stat(note).catch(() => ({ mtimeMs: 0 }))
  return mtimeMs < Date.now() - uptime() * 1000
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It runs, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
