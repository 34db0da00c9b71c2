import { Failure } from '@video-forge/contract/errors'
import type { JobRequest } from '@video-forge/contract/jobs'
import { localSample } from '@video-forge/contract/rules/jobs/job-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { cutText } from '@video-forge/contract/text/cut-text'
import type { Transaction } from 'kysely'
import { captionWishColumns } from '../platform/database/caption-choice.ts'
import type { Db } from '../platform/database/database.ts'
import { lockUser } from '../platform/database/locks/lock-user.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'
import { visibilityColumns } from '../platform/database/visibility.ts'
import { nextTurnOf } from './fair-turn.ts'

/** Rejects when the person has reached their limit. Called while the person is locked, so that two requests cannot share the last place. */
export type MayStart = (transaction: Transaction<Tables>, userId: string) => Promise<void>

/**
 * Creates the job and its video in one transaction. The video of an upload exists already and is updated. A committed job will be
 * processed.
 */
export async function createJob(db: Db, userId: string, request: JobRequest, mayStart: MayStart, uploadedId?: string): Promise<string> {
  const id = uploadedId ?? newId()
  const { inputSource: input_source, visibility = 'public' } = request
  // Each format once.
  const output_formats = [...new Set(request.outputFormats)]
  await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId)
    await mayStart(transaction, userId)
    if (!uploadedId) {
      const title = request.title || titleFrom(input_source)
      const description = request.description ?? ''
      const values = { id, user_id: userId, title, description, visibility, status: 'processing' as const, ...captionWishColumns(request) }
      await transaction.insertInto('videos').values(values).execute()
    }
    const made = await transaction
      .insertInto('jobs')
      .values({ id, user_id: userId, input_source, output_formats, status: 'PENDING', turn: nextTurnOf(userId), stage: 'Waiting' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) throw new Failure('CONFLICT', 'This upload is being processed already.')
    // After the job, as workers do: they would wait for each other otherwise.
    if (uploadedId) await describeUploaded(transaction, userId, uploadedId, request)
  })
  return id
}

/** Fields that the request omits stay as they are. */
async function describeUploaded(transaction: Transaction<Tables>, userId: string, id: string, request: JobRequest): Promise<void> {
  const { visibility, title, description } = request
  const { numUpdatedRows } = await transaction
    .updateTable('videos')
    .set({
      ...visibilityColumns(visibility),
      ...(title && { title }),
      ...(description !== undefined && { description }),
      ...captionWishColumns(request),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Failure('NOT_FOUND', 'There is no such upload.')
}

/** The file name of the source without its extension. */
function titleFrom(source: string): string {
  if (source === localSample) return 'Local sample'
  const path = source.split(/[?#]/, 1)[0] ?? ''
  const name = decode(path.split('/').filter(Boolean).at(-1) ?? '')
    .replace(/\.\w{1,5}$/, '')
    // A decoded address may contain control characters, which a title must not.
    .replaceAll(/[_+\p{Cc}]+/gu, ' ')
    .trim()
  return cutText(name || 'Untitled', limits.titleMaxLength)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
