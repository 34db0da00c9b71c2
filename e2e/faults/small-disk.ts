import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** Puts a disk of so many megabytes at the folder; says why where that is not allowed. */
export function mountSmallDisk(folder: string, megabytes: number): string | undefined {
  mkdirSync(folder, { recursive: true })
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}

export function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder])
}
