import { basename } from 'node:path'
import type { AudioChunk } from '@video-forge/media/run/checkpoints/cut-audio'
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
    const stored = files.map(({ path, ...file }) => ({ path, file: { ...file, key: claim.folder + basename(path) } }))
    for (const {
      path,
      file: { key },
    } of stored) {
      if (storedKeys.has(key)) continue
      await storage.putFile(key, path)
      storedKeys.add(key)
    }
    const isSaved = await partLedger.saveCheckpoint(claim, { ...checkpoint, keys: stored.map(({ file }) => file) })
    if (!isSaved) throw new LeaseLost()
    storedKeys.clear()
  }
}

/** Stores the chunks of audio of one lease. Those that an earlier lease has stored stay as they are. */
export function openAudioStore({ storage, partLedger }: { storage: Storage; partLedger: PartLedger }, claim: PartClaim) {
  let storedCount: number | undefined
  return async ({ number, path, ...chunk }: AudioChunk): Promise<void> => {
    storedCount ??= await partLedger.audioCount(claim)
    if (number < storedCount) return
    const key = claim.folder + basename(path)
    await storage.putFile(key, path)
    if (!(await partLedger.saveAudio(claim, number, { ...chunk, key }))) throw new LeaseLost()
    storedCount = number + 1
  }
}
