import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { expireTrashTask } from './storage/trash.ts'
import { metricsTask } from './system/metrics.ts'
import { forgetWorkersTask } from './system/workers.ts'

/** The background work behind the admin's figures and trash. */
export const adminTasks = (db: Db, storage: Storage): Task[] => [metricsTask(db), expireTrashTask(db, storage), forgetWorkersTask(db)]
