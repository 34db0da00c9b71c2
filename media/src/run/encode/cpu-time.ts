import { readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const ticks = 100

/** CPU seconds of all threads of a running program; undefined if it has ended or the system does not report them. */
export function cpuSecondsOf(pid: number): number | undefined {
  try {
    // utime and stime are fields 14 and 15 of proc(5); split after the name, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const used = (Number(fields[11]) + Number(fields[12])) / ticks
    return Number.isFinite(used) ? used : undefined
  } catch {
    return undefined
  }
}
