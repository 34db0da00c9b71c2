// `npm run test:scale`: the adapters for many machines, and the whole product on them, against real servers that are started for it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureCommands } from './debian-packages.mjs'
import { requireNode } from './node-version.mjs'
import { neededPrograms, startServices } from './scale/services.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

requireNode()
ensureCommands([{ command: 'ffmpeg', package: 'ffmpeg', purpose: 'turns videos into renditions' }, ...neededPrograms])
const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

/** @type {import('node:child_process').ChildProcess | undefined} */
let tests
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => (tests ? tests.kill(signal) : process.exit(1)))
}

const begin = Date.now()
const services = await startServices()
console.log(`PostgreSQL, Redis and S3 are up after ${seconds()} s`)

// Not waited for in one go: a signal must find us able to stop what we started.
tests = spawn(
  process.execPath,
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'scale', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...services.environment },
  },
)
const [status] = await once(tests, 'close')
await services.stop()
console.log(`${status === 0 ? 'ok  ' : 'FAIL'} scale (${seconds()} s)`)
process.exit(status ?? 1)

function seconds() {
  return ((Date.now() - begin) / 1000).toFixed(1)
}
