import type { TaskItemStatus, TaskKindName, TaskStatus } from '@video-forge/contract/rules/task-rules'
import type { ColumnType, Generated } from 'kysely'
import type { MadeAt, Moment } from './time-columns.ts'

/** Long work of a person; see platform/tasks. */
export interface TasksTable {
  id: string
  user_id: string
  kind: TaskKindName
  /** For people. */
  title: string
  status: Generated<TaskStatus>
  /** What was asked for, in the form of its kind. */
  request: ColumnType<unknown, string, never>
  /** From where a listing continues after a restart, in the form of its kind. */
  listed_to: ColumnType<unknown, string | undefined, string | null>
  total: Generated<number>
  done: Generated<number>
  skipped: Generated<number>
  failed: Generated<number>
  message: string | null
  /** Of the worker that has it. */
  lease: string | null
  leased_until: Date | null
  /** How often it was leased since it last got any further. */
  lease_count: Generated<number>
  created_at: MadeAt
  ended_at: Moment | null
}

export interface TaskItemsTable {
  task_id: string
  /** Their order. */
  number: number
  /** What it is, once in a task. */
  key: string
  /** The same for people. */
  label: string
  /** What its kind needs to do it. */
  details: ColumnType<unknown, string | undefined, string>
  status: Generated<TaskItemStatus>
  video_id: string | null
  reason: string | null
  attempts: Generated<number>
}
