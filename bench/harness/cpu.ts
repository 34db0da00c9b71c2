import { readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const ticks = 100

/** CPU seconds, user and system, of a process (this one unless given) and of all its children that have ended. Linux only. */
export function cpuSeconds(pid: number | 'self' = 'self'): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // utime, stime, cutime and cstime, fields 14 to 17 of proc(5).
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks
}

/** CPU seconds of an action, including processes that it starts. */
export async function cpuOf<T>(act: () => Promise<T>): Promise<{ result: T; cpu: number }> {
  const before = cpuSeconds()
  const result = await act()
  return { result, cpu: cpuSeconds() - before }
}
