import type { joinReencode } from '@video-forge/media/run/reencode/join-reencode'
import { giveUpFile, listUnfinished } from '../platform/unfinished-files.ts'
import { publishReencode } from './end-reencode.ts'
import { type ReencodeDeps, type Rendition, reencodedKey } from './open-rendition.ts'
import type { Work } from './reencode-ledger.ts'

type Made = Omit<Awaited<ReturnType<typeof joinReencode>>, 'cpuSeconds'>

/** Stores the new version and makes it visible. A file that is not published is deleted, also after a kill. */
export async function publishFile(
  { db, storage }: Pick<ReencodeDeps, 'db' | 'storage'>,
  rendition: Pick<Rendition, 'key'>,
  work: Work,
  { path, bytes, index }: Made,
  sums: Parameters<typeof publishReencode>[3],
): Promise<void> {
  const key = reencodedKey(rendition, work)
  await listUnfinished(db, key)
  await storage.putFile(key, path)
  // When the answer to the commit is lost, the file may be published: the task that deletes unfinished files knows.
  if (!(await publishReencode(db, work, { key, bytes, index }, sums))) await giveUpFile(db, storage, key)
}
