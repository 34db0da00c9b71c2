import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Piece } from '@video-forge/media/run/cut-pieces'
import type { Storage } from '../platform/storage/storage.ts'
import type { PartClaim, PartLedger } from './part-ledger.ts'

/** Puts the files of a finished piece into storage and writes it down. Rejects when the part is no longer its maker's. */
export async function storePiece(
  { storage, partLedger }: { storage: Storage; partLedger: PartLedger },
  claim: PartClaim,
  { files, ...piece }: Piece,
): Promise<void> {
  const keys = []
  for (const { format, path } of files) {
    const key = claim.folder + basename(path)
    await storage.putFile(key, path)
    await rm(path, { force: true })
    keys.push({ format, key })
  }
  if (!(await partLedger.keepPiece(claim, { ...piece, keys }))) throw new Error('The part is no longer ours.')
}
