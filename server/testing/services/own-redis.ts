import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createClient } from 'redis'
import { onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'

/** A Redis of a test's own, gone with it. */
export async function startOwnRedis() {
  const redis = await openOwnRedis()
  onTestFinished(redis.kill)
  return redis
}

/** A Redis to be killed, frozen and started again on the same port. It keeps nothing on disk. The caller kills it at the end. */
export async function openOwnRedis() {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
    child = spawn('redis-server', settings, { stdio: 'ignore' })
    const client = createClient({ url, socket: { reconnectStrategy: 50 } })
    client.on('error', () => {})
    await client.connect()
    client.destroy()
  }
  await start()
  return { url, start, kill, freeze: () => child?.kill('SIGSTOP'), thaw: () => child?.kill('SIGCONT') }
}
