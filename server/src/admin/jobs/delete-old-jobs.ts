import type { Storage } from '../../platform/storage/storage.ts'
import type { JobControl, RecordAction } from './job-control.ts'

const headsAtOnce = 64
/** The number of originals whose size is read before old jobs are deleted. */
const maxMeasured = 5000

/** Deletes old failed and cancelled jobs, and says how much space that frees; a dry run only counts. */
export async function deleteOldJobs(control: JobControl, storage: Storage, dryRun: boolean, record: RecordAction<number>) {
  const { count, kept: keptCount, originals } = await control.listOld(maxMeasured)
  // Sizes are read first: afterwards the files may be deleted.
  const sizes = await sizesOf(storage, originals)
  const sum = (keys: readonly string[]) => keys.reduce((bytes, key) => bytes + (sizes.get(key) ?? 0), 0)
  if (dryRun) {
    const freedSpaceIsLeast = count > maxMeasured
    return { deletedCount: count, keptCount, remainingCount: 0, freedSpace: sum(originals), freedSpaceIsLeast, dryRun }
  }
  const deleted = await control.sweepOld(record)
  const { count: remainingCount } = await control.listOld(0)
  const freedSpaceIsLeast = deleted.originals.some((key) => !sizes.has(key))
  return { deletedCount: deleted.count, keptCount, remainingCount, freedSpace: sum(deleted.originals), freedSpaceIsLeast, dryRun }
}

async function sizesOf(storage: Storage, keys: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (let start = 0; start < keys.length; start += headsAtOnce) {
    const batch = keys.slice(start, start + headsAtOnce)
    await Promise.all(batch.map(async (key) => sizes.set(key, (await storage.head(key))?.size ?? 0)))
  }
  return sizes
}
