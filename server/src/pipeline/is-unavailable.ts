import type { Storage } from '../platform/storage/storage.ts'

/** Whether storage is away for everybody: what only a job's own files meet is no reason to wait. */
export const isUnavailable = (storage: Storage): Promise<boolean> =>
  storage.check().then(
    () => false,
    () => true,
  )
