import { copyFile, link } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { localSample } from '@video-forge/contract/rules/jobs/job-rules'
import { ContentHash } from '../../platform/content/content-hash.ts'
import { type LocalCopies, type LocalSource, NotStored, sourceInFile } from '../../platform/storage/file-copies.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { isOverQuota } from '../explain-failure.ts'
import { JobFailure } from '../job-failure.ts'
import type { Claim, Ledger } from '../ledger.ts'
import { fetchUrl } from './fetch-url.ts'

export interface SourceDeps {
  storage: Storage
  copies: LocalCopies
  ledger: Ledger
  sample: () => Promise<string>
  /** The file of a built-in stock clip, which is never fetched over the network. */
  ownClip: (address: string) => (() => Promise<string>) | undefined
  maxUploadBytes: number
  allowPrivateSources: boolean
}

export interface ObtainedSource {
  key: string
  file: LocalSource
}

interface Obtaining {
  folder: string
  signal: AbortSignal
  onProgress: (share: number | undefined) => void
}

/**
 * Calls `use` with the job's source as a file on this machine. It is stored as the video's original first, so that a second attempt and the
 * download of the original need no other server.
 */
export async function withSource(
  deps: SourceDeps,
  claim: Claim,
  obtaining: Obtaining,
  use: (source: ObtainedSource) => Promise<void>,
): Promise<void> {
  const { originalKey: key } = claim
  if (!key) return use(await fetchSource(deps, claim, obtaining))
  await deps.copies
    .use(key, (file) => use({ key, file }), { isLast: true, isPatient: true, isHashed: claim.lacksHash })
    .catch((error) => {
      if (error instanceof NotStored) throw new JobFailure('internal', 'The original of this video is not in storage any more.')
      throw error
    })
}

async function fetchSource(deps: SourceDeps, claim: Claim, { folder, signal, onProgress }: Obtaining): Promise<ObtainedSource> {
  const { storage, ledger } = deps
  const received = join(folder, 'source')
  const hash = new ContentHash()
  const own = claim.inputSource === localSample ? deps.sample : deps.ownClip(claim.inputSource)
  if (own) {
    await copyFile(await own(), received)
  } else {
    const limits = { maxBytes: deps.maxUploadBytes, allowPrivate: deps.allowPrivateSources }
    await fetchUrl(claim.inputSource, received, { ...limits, signal, hash, onProgress: (got, total) => onProgress(total && got / total) })
  }
  signal.throwIfAborted()
  const key = `videos/${claim.id}/original/source${extensionOf(claim.inputSource)}`
  // Remote storage takes the file away; a second link to it saves downloading it again.
  const copy = join(folder, 'original')
  if (!storage.localPath(key)) await link(received, copy)
  const { size } = await storage.putFile(key, received)
  // The clips of this site are not hashed: the same one is wanted again and again.
  const isStored = await ledger.keepOriginal(claim, key, size, own ? null : hash.digest()).catch(async (error) => {
    if (isOverQuota(error)) await storage.delete(key)
    throw error
  })
  if (!isStored) signal.throwIfAborted()
  return { key, file: sourceInFile(storage.localPath(key) ?? copy) }
}

/** Only for the name of a download; the type of a file is decided by its content. */
function extensionOf(source: string): string {
  const extension = extname(source.split(/[?#]/, 1)[0] ?? '').toLowerCase()
  return /^\.(mp4|m4v|mov|avi|mkv|webm)$/.test(extension) ? extension : ''
}
