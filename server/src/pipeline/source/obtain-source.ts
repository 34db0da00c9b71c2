import { copyFile, link, rename } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { localSample } from '@video-forge/contract/rules/job-rules'
import { copyToFile } from '../../platform/storage/copy-to-file.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { isOverQuota } from '../explain-failure.ts'
import { JobFailure } from '../job-failure.ts'
import type { Claim, Ledger } from '../ledger.ts'
import { fetchUrl } from './fetch-url.ts'

export interface SourceDeps {
  storage: Storage
  ledger: Ledger
  sample: () => Promise<string>
  /** How to get the file behind an address of our own stock clips, which is never fetched over the network. */
  ownClip: (address: string) => (() => Promise<string>) | undefined
  maxUploadBytes: number
  allowPrivateSources: boolean
}

/**
 * The job's source as a file on this machine. It goes into storage first, as the video's original: a second attempt, and a
 * viewer who wants the original, then need nobody else's server any more.
 */
export async function obtainSource(
  parts: SourceDeps,
  claim: Claim,
  folder: string,
  signal: AbortSignal,
  onProgress: (share: number | undefined) => void,
): Promise<{ path: string; key: string }> {
  const { storage, ledger } = parts
  if (claim.originalKey) return { path: await fromStorage(storage, claim.originalKey, folder, signal), key: claim.originalKey }

  const received = join(folder, 'source')
  const own = claim.inputSource === localSample ? parts.sample : parts.ownClip(claim.inputSource)
  if (own) {
    await copyFile(await own(), received)
  } else {
    const limits = { maxBytes: parts.maxUploadBytes, allowPrivate: parts.allowPrivateSources }
    await fetchUrl(claim.inputSource, received, { ...limits, signal, onProgress: (got, total) => onProgress(total && got / total) })
  }
  signal.throwIfAborted()
  const key = `videos/${claim.id}/original/source${endingOf(claim.inputSource)}`
  // Where the file does not stay on this machine, a second name for it spares fetching back what was just sent.
  const copy = join(folder, 'original')
  if (!storage.localPath(key)) await link(received, copy)
  const { size } = await storage.putFile(key, received)
  const isKept = await ledger.keepOriginal(claim, key, size).catch(async (error) => {
    if (isOverQuota(error)) await storage.delete(key)
    throw error
  })
  if (!isKept) signal.throwIfAborted()
  return { path: storage.localPath(key) ?? copy, key }
}

async function fromStorage(storage: Storage, key: string, folder: string, signal: AbortSignal): Promise<string> {
  const path = storage.localPath(key)
  if (path) return path
  const copy = join(folder, 'original')
  if (!(await copyToFile(storage, key, `${copy}.part`, { signal }))) {
    throw new JobFailure('internal', 'The original of this video is gone from storage.')
  }
  await rename(`${copy}.part`, copy)
  return copy
}

/** Only for people who download it: what a file is, is decided by what is in it. */
function endingOf(source: string): string {
  const ending = extname(source.split(/[?#]/, 1)[0] ?? '').toLowerCase()
  return /^\.(mp4|m4v|mov|avi|mkv|webm)$/.test(ending) ? ending : ''
}
