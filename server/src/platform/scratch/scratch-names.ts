import { randomUUID } from 'node:crypto'

/**
 * The names of folders for unfinished work. Each ends in the id of the process that works in it, so what a killed process has left can be
 * deleted at the next start.
 */
export const jobFolderName = (jobId: string, attempt: number): string => `${jobId}-${attempt}-${process.pid}`

export const partFolderName = (jobId: string, partNumber: number, leaseNumber: number): string =>
  `${jobId}.${partNumber}-${leaseNumber}-${process.pid}`

/** For work that belongs to no job: a copy of a source, or a file that is only inspected. */
export const temporaryFolderName = (purpose: 'source' | 'plan' | 'inspect' | 'picture' | 'speech' | 'import' | 'reencode'): string =>
  `${purpose}-${randomUUID()}-${process.pid}`

export type ScratchFolder =
  | { kind: 'job'; jobId: string; attempt: number }
  | { kind: 'part'; jobId: string; partNumber: number; leaseNumber: number }
  | { kind: 'temporary' }

/** What a folder was made for, and by which process; a name that is not ours has no process. */
export function parseFolderName(name: string): { folder: ScratchFolder; pid: number } {
  const pid = Number(/-(\d+)$/.exec(name)?.[1])
  const [, jobId, partNumber, count] = /^([0-9a-f-]{36})(?:\.(\d+))?-(\d+)-\d+$/.exec(name) ?? []
  if (jobId === undefined) return { folder: { kind: 'temporary' }, pid }
  return partNumber === undefined
    ? { folder: { kind: 'job', jobId, attempt: Number(count) }, pid }
    : { folder: { kind: 'part', jobId, partNumber: Number(partNumber), leaseNumber: Number(count) }, pid }
}
