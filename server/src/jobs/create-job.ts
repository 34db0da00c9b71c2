import { localSample } from '@video-forge/contract/job-rules'
import type { JobRequest } from '@video-forge/contract/jobs'
import { limits } from '@video-forge/contract/limits'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'
import { nextTurnOf } from './fair-turn.ts'

/** Rejects when the person has used up what they may have. Asked inside the lock, so two at once can't share the last place. */
export type MayStart = (transaction: Transaction<Tables>, userId: string) => Promise<void>

/** Makes the job and its video in one step. What is committed here is acknowledged and will be worked on. */
export async function createJob(db: Db, userId: string, request: JobRequest, mayStart: MayStart): Promise<string> {
  const id = newId()
  const title = request.title || titleFrom(request.inputSource)
  const { inputSource: input_source, visibility, description = '' } = request
  // In the order of the contract and each once, whatever was sent.
  const output_formats = [...new Set(request.outputFormats)]
  await db.transaction().execute(async (transaction) => {
    // One after the other per person: two at once must not get the same turn.
    await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(transaction)
    await mayStart(transaction, userId)
    await transaction.insertInto('videos').values({ id, user_id: userId, title, description, visibility, status: 'processing' }).execute()
    await transaction
      .insertInto('jobs')
      .values({ id, user_id: userId, input_source, output_formats, status: 'PENDING', turn: nextTurnOf(userId), stage: 'Waiting' })
      .execute()
  })
  return id
}

/** A file's name without its ending, as a person would write it. */
function titleFrom(source: string): string {
  if (source === localSample) return 'Local sample'
  const path = source.split(/[?#]/, 1)[0] ?? ''
  const name = decode(path.split('/').filter(Boolean).at(-1) ?? '')
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[_+]+/g, ' ')
    .trim()
  return (name || 'Untitled').slice(0, limits.titleMaxLength)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
