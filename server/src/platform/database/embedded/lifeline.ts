import { closeSync, constants, existsSync, fstatSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'

/** This process's end of the named pipe by which the guard of the embedded database counts its users (see guard.ts). */
export interface Lifeline {
  path: string
  /** `held` once the guard knows this process, `waiting` until then, `unguarded` while there is no guard. */
  hold(): 'held' | 'waiting' | 'unguarded'
  isOpen(): boolean
  /** The guard stops the server at once if this was the last process; false when there is no guard. */
  leave(): boolean
}

/** A line is lost when the guard ends while it is written. */
const repeatMs = 500

let openedSoFar = 0

export function createLifeline(path: string): Lifeline {
  const name = `${process.pid}-${openedSoFar++}`
  const unseen = `${path}.${name}`
  let pipe: number | undefined
  let nextJoin = 0
  return {
    path,
    isOpen: () => pipe !== undefined,
    hold() {
      if (pipe === undefined) {
        pipe = openPipe(path)
        if (pipe === undefined) return 'unguarded'
        writeFileSync(unseen, '', { mode: 0o600 })
      }
      if (!existsSync(unseen)) return 'held'
      const second = openPipe(path)
      if (second === undefined) return 'unguarded'
      closeSync(second)
      if (Date.now() >= nextJoin) {
        write(pipe, `join ${name}\n`)
        nextJoin = Date.now() + repeatMs
      }
      return 'waiting'
    },
    leave() {
      if (pipe === undefined) return false
      rmSync(unseen, { force: true })
      const isHeard = write(pipe, 'leave\n')
      closeSync(pipe)
      pipe = undefined
      return isHeard
    },
  }
}

/** Undefined without a reader: a non-blocking open fails then. */
function openPipe(path: string): number | undefined {
  let pipe: number
  try {
    pipe = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
  if (fstatSync(pipe).isFIFO()) return pipe
  closeSync(pipe)
  return undefined
}

function write(pipe: number, line: string): boolean {
  try {
    writeSync(pipe, line)
    return true
  } catch {
    return false
  }
}
