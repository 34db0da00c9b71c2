import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'

/** CPU time of the programs of some work, also of those that were stopped and told nobody. */
export interface CpuMeter {
  seconds: number
}

const meters = new AsyncLocalStorage<CpuMeter>()

export const withCpuMeter = <Result>(meter: CpuMeter, work: () => Promise<Result>): Promise<Result> => meters.run(meter, work)

/** Adds what a program has used since the last call, while it runs. */
export function followCpu(pid: number | undefined): () => void {
  const meter = meters.getStore()
  if (!meter || pid === undefined) return () => {}
  let counted = 0
  return () => {
    const now = cpuSecondsOf(pid)
    meter.seconds += Math.max(0, now - counted)
    counted = Math.max(counted, now)
  }
}

/** Linux counts in hundredths of a second (proc(5)). Zero where there is no /proc, or the program has ended. */
function cpuSecondsOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program may contain anything; after it come the state as the third field, and both times as the 14th and 15th.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}
