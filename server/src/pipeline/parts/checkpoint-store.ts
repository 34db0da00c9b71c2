import { basename } from 'node:path'
import type { Checkpoint } from '@video-forge/media/run/checkpoints/cut-checkpoints'
import type { Storage } from '../../platform/storage/storage.ts'
import type { PartClaim, PartLedger } from './part-ledger.ts'

/** The part was taken over, or its job has ended: nothing of this taker counts any more. */
export class LeaseLost extends Error {
  constructor() {
    super('The part is no longer ours.')
    this.name = 'NoLongerOurs'
  }
}

/** Where a taker of a part puts its pieces, one after the other. What failed may be tried again: files that are in place stay there. */
export function openCheckpointStore({ storage, partLedger }: { storage: Storage; partLedger: PartLedger }, claim: PartClaim) {
  const inPlace = new Set<string>()
  return async ({ files, ...checkpoint }: Checkpoint): Promise<void> => {
    const keys = files.map(({ format, path }) => ({ format, path, key: claim.folder + basename(path) }))
    for (const { path, key } of keys) {
      if (inPlace.has(key)) continue
      await storage.putFile(key, path)
      inPlace.add(key)
    }
    if (!(await partLedger.saveCheckpoint(claim, { ...checkpoint, keys: keys.map(({ format, key }) => ({ format, key })) })))
      throw new LeaseLost()
    inPlace.clear()
  }
}
