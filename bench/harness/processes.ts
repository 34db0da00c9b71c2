import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessMemory {
  pid: number
  name: string
  /** Resident megabytes: shared pages count in each process. */
  rss: number
  /** Proportional megabytes: shared pages count once in total. */
  pss: number
}

/** The memory of a process and its descendants, including an embedded database. Linux only. */
export function memoryOfTree(rootPid: number): ProcessMemory[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : undefined
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const belongs = (pid: number): boolean => pid === rootPid || (parents.has(pid) && pid > 1 && belongs(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(belongs).flatMap((pid) => memoryOf(pid) ?? [])
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/** Undefined if the process has ended. */
function memoryOf(pid: number): ProcessMemory | undefined {
  const [rollup, commandLine] = [readOrNothing(`/proc/${pid}/smaps_rollup`), readOrNothing(`/proc/${pid}/cmdline`)]
  if (!rollup) return undefined
  const megabytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) / 1024
  const name = commandLine.replaceAll('\0', ' ').trim()
  return { pid, name, rss: megabytes('Rss'), pss: megabytes('Pss') }
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
