// System programs that run during a test: on loopback, in their own folder, and always stopped at the end.

import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const stopWithinMs = 10_000

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
// However this process exits, its children are stopped.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * @param {string} command @param {string[]} args
 * @param {{ log: string, stopSignal: NodeJS.Signals, env?: NodeJS.ProcessEnv, uid?: number | undefined, gid?: number | undefined }} options
 */
export function startService(command, args, { log, stopSignal, env = {}, uid, gid }) {
  const output = openSync(log, 'a')
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  })
  closeSync(output)
  running.add(child)
  const ended = once(child, 'close')
    .catch(() => {})
    .finally(() => running.delete(child))
  const isRunning = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined
  return {
    isRunning,
    lastOutput: () => readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n'),
    async stop() {
      if (!isRunning()) return
      child.kill(stopSignal)
      const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Runs a command to its end; throws with its output if it fails. @param {string} command @param {string[]} args @param {import('node:child_process').SpawnSyncOptions} [options] */
export function runOnce(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { timeout: 60_000, ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed: ${error?.message ?? ''} ${stderr || stdout}`.trim())
  return stdout
}

/** @param {string} what @param {{ isRunning: () => boolean, lastOutput: () => string }} service @param {() => Promise<boolean> | boolean} isReady */
export async function waitFor(what, service, isReady) {
  const end = Date.now() + 90_000
  while (!(await isReady())) {
    if (!service.isRunning()) throw new Error(`${what} exited before it was ready:\n${service.lastOutput()}`)
    if (Date.now() > end) throw new Error(`${what} was not ready within 90 s:\n${service.lastOutput()}`)
    await wait(100)
  }
}

/** Below the ports that systems give to outgoing connections, which could take one before its program starts. */
const portRange = { from: 10_240, to: 32_000 }

/** Ports that are free at this moment. @param {number} count */
export async function freePorts(count) {
  const ports = new Set()
  while (ports.size < count) {
    const port = randomInt(portRange.from, portRange.to)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
      await once(server.close(), 'close')
      ports.add(port)
    } catch {
      // It is taken.
    }
  }
  return [...ports]
}
