// `npm run dev`: rebuilds and restarts the server on every change and serves the web application with hot reload.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, createServer } from 'vite'
import { serverBuild } from './build.mjs'
import { ensureCommands } from './debian-packages.mjs'
import { requireNode } from './node-version.mjs'
import './stop-with-parent.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const webPort = 5173

requireNode()
ensureCommands([{ command: 'ffmpeg', package: 'ffmpeg', purpose: 'turns videos into renditions' }])

// In a separate folder, so that `npm start` never uses a development build.
const config = serverBuild()
const outDir = join(root, 'dist', 'dev', 'server')
const watcher = await build({
  ...config,
  build: { ...config.build, outDir, emptyOutDir: false, minify: false, sourcemap: true, watch: {} },
})

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
let stopping = false

/** Stops the running server, then starts the new build. */
async function restart() {
  await stopServer()
  if (stopping) return
  const stopWithUs = ['--import', new URL(`./stop-with-parent.mjs?parent=${process.pid}`, import.meta.url).href]
  server = spawn(process.execPath, ['--enable-source-maps', ...stopWithUs, join(outDir, 'main.js')], {
    stdio: 'inherit',
    env: { ...process.env, PUBLIC_URL: process.env['PUBLIC_URL'] || `http://localhost:${webPort}` },
  })
}

async function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

let turn = Promise.resolve()
if (!('on' in watcher)) throw new Error('the build does not watch')
watcher.on('event', (event) => {
  if (event.code === 'END') turn = turn.then(restart)
  if (event.code === 'ERROR') console.error(event.error.message)
})

const web = await createServer({ root: join(root, 'web'), server: { port: webPort, strictPort: true } })
await web.listen()
console.log(`Web application with hot reload: http://localhost:${webPort} (design system: http://localhost:${webPort}/ui)`)

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, async () => {
    // The terminal and npm both send the signal.
    if (stopping) return
    stopping = true
    await Promise.all([watcher.close(), web.close(), turn.then(stopServer)])
    process.exit(0)
  })
}
