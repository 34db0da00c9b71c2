import { Failure } from '@video-forge/contract/errors'
import { type TaskKindName, taskRules } from '@video-forge/contract/rules/task-rules'
import type { Transaction } from 'kysely'
import type { Db } from '../database/database.ts'
import { lockUser } from '../database/locks/lock-user.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/tables.ts'

interface NewTask {
  userId: string
  kind: TaskKindName
  /** For people. */
  title: string
  request: unknown
}

/** Returns its id. Workers find it within seconds. */
export const createTask = (db: Db, task: NewTask): Promise<string> =>
  db.transaction().execute((transaction) => createTaskIn(transaction, task))

/** The same as part of a transaction. The row of the person is locked, so that many calls at once keep the limit. */
export async function createTaskIn(transaction: Transaction<Tables>, { userId, kind, title, request }: NewTask): Promise<string> {
  await lockUser(transaction, userId)
  const { open } = await transaction
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(open) >= taskRules.maxOpen)
    throw new Failure('CONFLICT', `You have ${taskRules.maxOpen} tasks that have not ended. Wait for them, or cancel some.`)
  const id = newId()
  await transaction
    .insertInto('tasks')
    .values({ id, user_id: userId, kind, title, request: JSON.stringify(request) })
    .execute()
  return id
}
