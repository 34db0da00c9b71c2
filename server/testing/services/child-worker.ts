import { openPostgresQueue } from '../../src/platform/queue/postgres-queue.ts'
import { openRedisQueue } from '../../src/platform/queue/redis-queue.ts'
import { connectToRedis } from '../../src/platform/redis-client.ts'
import { silentLog } from '../silent-log.ts'

/** A process that takes one id from the named queue, says which, and works on it for ever. */
const [url = '', name = ''] = process.argv.slice(-2)
const queue = url.startsWith('redis:')
  ? openRedisQueue(name, await connectToRedis(url, silentLog), silentLog)
  : openPostgresQueue(name, { connectionString: url }, silentLog)
await queue.work(
  (id) => {
    console.log(id)
    return new Promise(() => {})
  },
  { concurrency: 1 },
)
setInterval(() => {}, 1000)
