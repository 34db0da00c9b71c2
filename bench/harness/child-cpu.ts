import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const ticks = 100

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** utime, stime, cutime and cstime, fields 14 to 17 of proc(5). */
const times = (pid: number): number[] =>
  (read(`/proc/${pid}/stat`).split(') ')[1] ?? '')
    .split(' ')
    .slice(11, 15)
    .map((field) => Number(field) / ticks)

function childrenOf(pid: number): number[] {
  const tasks = ((): string[] => {
    try {
      return readdirSync(`/proc/${pid}/task`)
    } catch {
      return []
    }
  })()
  const children = tasks.flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number))
  return children.flatMap((child) => [child, ...childrenOf(child)])
}

/** CPU seconds of everything this process has started, whether it has ended or still runs. Linux only. */
export function childCpuSeconds(): number {
  const [, , ...ended] = times(process.pid)
  const running = childrenOf(process.pid).flatMap(times)
  return [...ended, ...running].reduce((sum, seconds) => sum + seconds, 0)
}

/** The same of one process: its own, and of everything it has started. */
export function treeCpuSeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].flatMap(times).reduce((sum, seconds) => sum + seconds, 0)
}

/** CPU seconds of the whole machine since its start, without those that were idle. */
export function machineCpuSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    read('/proc/stat').split('\n', 1)[0]?.split(/\s+/).slice(1).map(Number) ?? []
  return (user + nice + system + irq + softirq) / ticks
}
