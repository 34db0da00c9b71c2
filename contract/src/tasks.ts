import * as z from 'zod'
import { answer, endpoint, id, taskId } from './endpoint.ts'
import { taskItemStatuses, taskKinds, taskRules, taskStatuses } from './rules/task-rules.ts'

const moment = z.iso.datetime()

export const task = z
  .object({
    id,
    kind: z.enum(taskKinds),
    /** For people. */
    title: z.string(),
    status: z.enum(taskStatuses),
    /** `total` grows while the status is `listing`. */
    counts: z.object({ total: z.number(), done: z.number(), skipped: z.number(), failed: z.number() }),
    /** Why it failed as a whole, or what its owner should know of its result. */
    message: z.string().nullable(),
    createdAt: moment,
    endedAt: moment.nullable(),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof task>

export const taskItem = z
  .object({
    /** What it is about, for people: an address, a file, a title. */
    source: z.string(),
    status: z.enum(taskItemStatuses),
    videoId: id.nullable(),
    /** The title of that video now, or without one the title that an import has found; null when the video is gone or no longer yours. */
    videoTitle: z.string().nullable(),
    /** Why it failed or was skipped, or what its owner should know of it. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'TaskItem' })
export type TaskItem = z.infer<typeof taskItem>

const one = z.object({ id: taskId })

export const taskEndpoints = {
  'GET /tasks': endpoint({
    summary: `Your imports, bulk changes and exports, newest first; reports are kept for ${taskRules.keptDays} days`,
    access: 'signed-in',
    scope: 'read',
    query: z.object({
      kind: z.enum(taskKinds).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z.string().max(200).optional(),
    }),
    output: answer({ tasks: z.array(task), nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'GET /tasks/{id}': endpoint({
    summary: 'How far one of your tasks is',
    access: 'signed-in',
    scope: 'read',
    params: one,
    output: answer({ task }),
    errors: ['NOT_FOUND'],
  }),
  'GET /tasks/{id}/items': endpoint({
    summary: 'What a task did with each item, and why',
    access: 'signed-in',
    scope: 'read',
    params: one,
    query: z.object({
      status: z.enum(taskItemStatuses).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      cursor: z.string().max(20).optional(),
    }),
    output: answer({ items: z.array(taskItem), nextCursor: z.string().nullable() }),
    errors: ['NOT_FOUND'],
  }),
  'POST /tasks/{id}/cancel': endpoint({
    summary: 'End a task; what it has done already stays',
    access: 'signed-in',
    scope: 'manage',
    params: one,
    output: answer({ task }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}
