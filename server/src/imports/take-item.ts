import { join } from 'node:path'
import { Failure } from '@video-forge/contract/errors'
import type { ImportRequest } from '@video-forge/contract/imports'
import { ContentHash } from '../platform/content/content-hash.ts'
import { findSameAs } from '../platform/content/same-content.ts'
import type { ItemResult } from '../platform/tasks/task-kind.ts'
import { uploadSource } from '../platform/upload-source.ts'
import { type Claim, claimSource, endClaim, findClaim, hasTaskEnded, releaseClaim, renameClaim } from './claim-source.ts'
import { cleanItem, dateOf, visibilityOf } from './clean-item.ts'
import type { ImportDeps } from './import-deps.ts'
import type { ImportItem } from './item.ts'
import { obtainFile } from './obtain-file.ts'
import { readerContext, withFolder } from './reader-context.ts'
import type { ReaderContext } from './readers/reader.ts'
import { readerFor } from './readers/readers.ts'
import { startJobInTurn } from './start-job.ts'
import { takeExtras } from './take-extras.ts'
import { takeSettings } from './take-settings.ts'
import { withSentence } from './with-sentence.ts'

export interface TakingImport {
  taskId: string
  userId: string
  request: ImportRequest
  /** Stores the id of the item's video. Rejects if another worker has the import. */
  keepId: (videoId: string) => Promise<void>
}

const alreadyHere = 'You have imported this already.'
const inTrash = 'This is in your trash. Restore it there, or delete it there to import it again.'
const takenElsewhere = 'Another of your imports is taking this one.'

/** Imports one video. A process can be killed between any two lines: the same call with the same item goes on with the same video. */
export const takeItem = (deps: ImportDeps, taking: TakingImport, item: ImportItem, signal: AbortSignal): Promise<ItemResult> =>
  withFolder(deps.scratch, async (folder) => {
    if (item.problem) return { status: 'skipped', reason: item.problem }
    const claimed = { userId: taking.userId, taskId: taking.taskId, key: item.key }
    if (item.formerKey !== undefined) await renameClaim(deps.db, claimed, item.formerKey)
    const known = await findClaim(deps.db, claimed)
    if (known && known.kind !== 'own') return resultOf(known)
    const context = { ...(await readerContext(deps, folder, signal, true)), maxFileBytes: deps.maxUploadBytes }
    const complete = readerFor(taking.request).complete
    const full = cleanItem(complete ? await complete(taking.request, item, context) : item)
    if (full.problem) return { status: 'skipped', reason: full.problem }
    const claim = await claimSource(deps.db, claimed, dateOf(full))
    if (claim.kind !== 'own') return resultOf(claim)
    const { videoId } = claim
    try {
      await taking.keepId(videoId)
      const notes = await takeVideo(deps, taking, full, videoId, folder, context)
      await endClaim(deps.db, claimed)
      return { status: 'done', videoId, ...(notes.length > 0 && { reason: notes.join(' ') }) }
    } catch (error) {
      // A task that was cancelled refuses to keep anything, before the signal says so.
      const failure = withSentence(error)
      const isGivenUp = (!signal.aborted && failure instanceof Failure) || (await hasTaskEnded(deps.db, taking.taskId))
      if (isGivenUp) await releaseClaim(deps.db, claimed, videoId)
      throw isPassing(error) ? new Error(error.message, { cause: error }) : failure
    }
  })

const resultOf = (claim: Exclude<Claim, { kind: 'own' }>): ItemResult => {
  if (claim.kind === 'trashed') return { status: 'skipped', reason: inTrash }
  if (claim.kind === 'busy') return { status: 'skipped', reason: takenElsewhere }
  const { videoId, isByThisTask } = claim
  return isByThisTask ? { status: 'done', videoId } : { status: 'skipped', videoId, reason: alreadyHere }
}

/** The server itself has too much to do; it is tried again. */
const isPassing = (error: unknown): error is Failure =>
  error instanceof Failure && (error.code === 'UNAVAILABLE' || error.code === 'TOO_MANY_REQUESTS')

async function takeVideo(
  deps: ImportDeps,
  { userId, request }: TakingImport,
  item: ImportItem,
  videoId: string,
  folder: string,
  context: ReaderContext,
): Promise<string[]> {
  const { signal } = context
  if (!(await findOriginal(deps, videoId))) await takeOriginal(deps, userId, request, item, videoId, folder, context)
  const originalKey = await findOriginal(deps, videoId)
  if (!originalKey) throw new Failure('NOT_FOUND', 'The video was deleted while it was being imported.')
  const same = await findSameAs(deps.db, userId, videoId)
  const unset = await takeSettings(deps, item, videoId)
  const notes = await takeExtras(deps, item, { videoId, userId, folder, request, context })
  signal.throwIfAborted()
  const job = {
    id: videoId,
    s3Key: uploadSource(videoId, originalKey),
    formats: request.formats,
    visibility: unset === undefined ? visibilityOf(item, request.visibility) : ('private' as const),
  }
  await startJobInTurn(deps, userId, job, signal)
  const sameFile = same ? `You have the same file already, as "${same.title}".` : undefined
  return [sameFile, ...(item.notes ?? []), unset, ...notes].filter((note) => note !== undefined)
}

async function findOriginal({ db }: ImportDeps, videoId: string): Promise<string | undefined> {
  const video = await db.selectFrom('videos').select('original_key').where('id', '=', videoId).executeTakeFirst()
  return video?.original_key ?? undefined
}

async function takeOriginal(
  deps: ImportDeps,
  userId: string,
  request: ImportRequest,
  item: ImportItem,
  videoId: string,
  folder: string,
  context: ReaderContext,
): Promise<void> {
  const { source, title, description, language, filename } = item
  if (!source) throw new Failure('INVALID_SOURCE', 'There is no file of this video.')
  const path = join(folder, 'source')
  const hash = new ContentHash()
  const bytes = await obtainFile(deps, request, { source, path, maxBytes: deps.maxUploadBytes, hash }, context)
  if (bytes === 0) throw new Failure('INVALID_SOURCE', 'The file is empty.')
  const s3Key = await deps.takeFile({ id: videoId, userId, filename, path, bytes, contentHash: hash.digest() })
  await deps.confirm(userId, { s3Key, title, description, language, createdAt: dateOf(item) }, context.signal)
}
