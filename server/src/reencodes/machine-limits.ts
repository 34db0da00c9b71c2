import { diskSpace } from '../platform/disk-space.ts'

/** More need more memory for each picture, and make small ones hardly any faster. */
const maxThreads = 4
/** Of the machine's. The rest is for jobs, the database and everybody else. */
const memoryShare = 0.6
/** Of the disk with the copies of files. Below it, people's own jobs would fail. */
const minFreeShare = 0.1

/** Bytes that the encoder needs beside those for each pixel, with as many threads as it gets of each version: measured, with a margin (decision 38). */
const [baseBytes, pixelBytes] = [200e6, 350]

export const memoryBytes = ({ width, height }: { width: number; height: number }): number => baseBytes + width * height * pixelBytes

/** What this machine can work on. Everything else is left to other workers. */
export interface MachineLimits {
  pixels: number
  /** Of the original and the rendition together, where both must be copied from storage. */
  copiedBytes: number
  /** The video whose files this machine has copied last. */
  copiedJobId?: string | undefined
}

export const threadsOf = (allowedCores: number): number => Math.max(1, Math.min(maxThreads, Math.round(allowedCores)))

export async function readLimits(
  machine: { memoryBytes: number },
  { copyFolder, copiedJobId }: { copyFolder?: string | undefined; copiedJobId?: string | undefined },
): Promise<MachineLimits> {
  const disk = copyFolder === undefined ? null : await diskSpace(copyFolder)
  return {
    pixels: Math.floor((machine.memoryBytes * memoryShare - baseBytes) / pixelBytes),
    copiedBytes: disk ? Math.floor(disk.free - disk.total * minFreeShare) : Number.MAX_SAFE_INTEGER,
    copiedJobId,
  }
}
