// Runs one test project against PostgreSQL, Redis and an S3 server, which are installed, started and stopped for it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureCommands } from '../debian-packages.mjs'
import { requireNode } from '../node-version.mjs'
import { neededPrograms, startServices } from './services.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Exits the process. @param {string} project @param {{ command: string, package: string, purpose: string }[]} needs more system packages */
export async function runSuite(project, needs) {
  requireNode()
  const given = process.argv.slice(2)
  const orSkip = given.includes('--or-skip')
  const ffmpeg = { command: 'ffmpeg', package: 'ffmpeg', purpose: 'turns videos into renditions' }
  ensureCommands([ffmpeg, ...neededPrograms, ...needs], { orSkip })
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(built.status ?? 1)

  /** @type {import('node:child_process').ChildProcess | undefined} */
  let tests
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => (tests ? tests.kill(signal) : process.exit(1)))
  }

  const begin = Date.now()
  const seconds = () => ((Date.now() - begin) / 1000).toFixed(1)
  const services = await startServices()
  console.log(`PostgreSQL, Redis and S3 are up after ${seconds()} s`)

  // Not synchronous: a signal must still be able to stop the services.
  const filters = given.filter((argument) => argument !== '--or-skip')
  tests = spawn(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', project, ...filters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...services.environment },
  })
  const [status] = await once(tests, 'close')
  await services.stop()
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${project} (${seconds()} s)`)
  process.exit(status ?? 1)
}
