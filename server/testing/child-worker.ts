import { openPostgresQueue } from '../src/platform/queue/postgres-queue.ts'
import { silentLog } from './silent-log.ts'

/** A process that takes one id from the named queue, says which, and works on it for ever. */
const [connectionString = '', name = ''] = process.argv.slice(-2)
const queue = openPostgresQueue(name, { connectionString }, silentLog)
await queue.work(
  (id) => {
    console.log(id)
    return new Promise(() => {})
  },
  { concurrency: 1 },
)
setInterval(() => {}, 1000)
