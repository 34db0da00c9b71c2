import { basename } from 'node:path'
import type { Checkpoint } from '@video-forge/media/run/checkpoints/cut-checkpoints'
import type { Storage } from '../../platform/storage/storage.ts'
import type { PartClaim, PartLedger } from './part-ledger.ts'

/** Another worker has the part, or its job has ended. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of the part is lost.')
    this.name = 'LeaseLost'
  }
}

/** Stores the checkpoints of one lease, in order. After a failure the same checkpoint may come again: files already stored stay. */
export function openCheckpointStore({ storage, partLedger }: { storage: Storage; partLedger: PartLedger }, claim: PartClaim) {
  const storedKeys = new Set<string>()
  return async ({ files, ...checkpoint }: Checkpoint): Promise<void> => {
    const keys = files.map(({ format, path }) => ({ format, path, key: claim.folder + basename(path) }))
    for (const { path, key } of keys) {
      if (storedKeys.has(key)) continue
      await storage.putFile(key, path)
      storedKeys.add(key)
    }
    const isSaved = await partLedger.saveCheckpoint(claim, { ...checkpoint, keys: keys.map(({ format, key }) => ({ format, key })) })
    if (!isSaved) throw new LeaseLost()
    storedKeys.clear()
  }
}
