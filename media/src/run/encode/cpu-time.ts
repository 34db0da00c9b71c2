import { readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const ticks = 100

/** CPU seconds a running program has used, all its threads together; undefined where the system does not say or it has ended. */
export function cpuSecondsOf(pid: number): number | undefined {
  try {
    // After the name, which may hold anything: utime and stime, fields 14 and 15 of proc(5).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const used = (Number(fields[11]) + Number(fields[12])) / ticks
    return Number.isFinite(used) ? used : undefined
  } catch {
    return undefined
  }
}
