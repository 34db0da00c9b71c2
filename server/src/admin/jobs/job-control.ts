import type { Job } from '@video-forge/contract/jobs'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** Writes the audit entry of an action in the transaction of the action. */
export type RecordAction<Subject> = (transaction: Transaction<Tables>, subject: Subject) => Promise<void>

/** What admins may do with the jobs of all users. */
export interface JobControl {
  describe(ids: readonly string[], adminId: string): Promise<(Job & { user_id: string; user_email: string; attempts: number })[]>
  restartFailed(ids: readonly string[] | undefined, record: RecordAction<number>): Promise<number>
  cancel(id: string, record: RecordAction<string>): Promise<void>
  remove(id: string, adminId: string, record: RecordAction<string>): Promise<void>
  /** Old jobs to delete, and the originals of the first `maxOriginals` of them. */
  listOld(maxOriginals: number): Promise<{ count: number; kept: number; originals: string[] }>
  sweepOld(record: RecordAction<number>): Promise<{ count: number; originals: string[] }>
}
