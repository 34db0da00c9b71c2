// Redis from Debian, without persistence.
import { connect } from 'node:net'
import { join } from 'node:path'
import { startService, waitFor } from './run-service.mjs'

/** @param {string} folder @param {number} port */
export function startRedis(folder, port) {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const service = startService('redis-server', args, { log: join(folder, 'redis.log'), stopSignal: 'SIGTERM' })
  return { service, ready: waitFor('Redis', service, () => answers(port)).then(() => `redis://127.0.0.1:${port}`) }
}

/** @param {number} port @returns {Promise<boolean>} */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', (data) => resolve(data.toString().startsWith('+PONG')) ?? socket.destroy())
    socket.once('error', () => resolve(false))
  })
