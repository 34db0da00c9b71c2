import type { Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import { cancelTask, listItems, listTasks, readTask } from '../platform/tasks/read-tasks.ts'

type TaskKeys = 'GET /tasks' | 'GET /tasks/{id}' | 'GET /tasks/{id}/items' | 'POST /tasks/{id}/cancel'

/** The long work of the caller. */
export const taskHandlers = (db: Db): Handlers<TaskKeys> => ({
  'GET /tasks': ({ query, caller }) => listTasks(db, caller.userId, query),

  'GET /tasks/{id}': async ({ params, caller }) => ({ task: await readTask(db, caller.userId, params.id) }),

  'GET /tasks/{id}/items': async ({ params, query, caller }) => {
    await readTask(db, caller.userId, params.id)
    return listItems(db, params.id, query)
  },

  'POST /tasks/{id}/cancel': async ({ params, caller }) => ({ task: await cancelTask(db, caller.userId, params.id) }),
})
