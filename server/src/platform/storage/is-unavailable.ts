import type { Storage } from './storage.ts'

/** Whether storage is unavailable as a whole. An error of one job's files alone is no reason to wait. */
export const isUnavailable = (storage: Storage): Promise<boolean> =>
  storage.check().then(
    () => false,
    () => true,
  )
