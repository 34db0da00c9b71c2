import { createPostgresBackend, withBackend } from 'bullmq'
import type { Logger } from 'pino'
import { idleMs, type PostgresConnection } from '../database/connection.ts'
import { queueSchema } from '../database/migrate.ts'
import { openBullQueue } from './bull-queue.ts'
import type { Queue } from './queue.ts'

/** The queue on PostgreSQL. */
export function openPostgresQueue(name: string, connection: PostgresConnection, log: Logger): Queue {
  const pool = { ...connection, schema: queueSchema, max: 2, idleTimeoutMillis: idleMs(connection, 250), connectionTimeoutMillis: 5000 }
  return openBullQueue(name, withBackend(createPostgresBackend), { connection: pool, workerConnection: pool, idPrefix: '' }, log)
}
