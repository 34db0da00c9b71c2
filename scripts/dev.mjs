// `npm run dev`: the server rebuilt and restarted on every change, the web application served by Vite with hot reload.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, createServer } from 'vite'
import { serverBuild } from './build.mjs'
import { ensureCommands } from './debian-packages.mjs'
import { requireNode } from './node-version.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const webPort = 5173

requireNode()
ensureCommands([{ command: 'ffmpeg', package: 'ffmpeg', purpose: 'turns videos into renditions' }])

// Into a folder of its own, so that a later `npm start` never takes a development build for the real one.
const config = serverBuild()
const outDir = join(root, 'dist', 'dev', 'server')
await build({ ...config, build: { ...config.build, outDir, minify: false, sourcemap: true, watch: {} } })
const main = join(outDir, 'main.js')
while (!existsSync(main)) await new Promise((resolve) => setTimeout(resolve, 100))

const server = spawn(process.execPath, ['--enable-source-maps', '--watch-preserve-output', '--watch', main], {
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL: process.env['PUBLIC_URL'] || `http://localhost:${webPort}` },
})

const web = await createServer({ root: join(root, 'web'), server: { port: webPort, strictPort: true } })
await web.listen()
console.log(`Web application with hot reload: http://localhost:${webPort} (design system: http://localhost:${webPort}/ui)`)

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, async () => {
    server.kill('SIGTERM')
    await web.close()
    server.once('exit', () => process.exit(0))
  })
}
