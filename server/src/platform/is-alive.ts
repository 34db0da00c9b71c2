import { errorCode } from './error-code.ts'

/** Whether there is a process with this id, of whichever user. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
