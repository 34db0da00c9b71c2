// `npm start`: ensures ffmpeg and a current build, then becomes the server.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isBuilt } from './build.mjs'
import { ensureCommands } from './debian-packages.mjs'
import { requireNode } from './node-version.mjs'

const scripts = dirname(fileURLToPath(import.meta.url))

// Only under npm: a daemon that was detached on purpose keeps running.
if (process.env['npm_lifecycle_script']?.includes('scripts/start.mjs')) await import('./stop-with-parent.mjs')
requireNode()
if (!process.env['FFMPEG_PATH']) ensureCommands([{ command: 'ffmpeg', package: 'ffmpeg', purpose: 'turns videos into renditions' }])
if (!isBuilt()) {
  console.log('Building Video Forge; this happens once.')
  // In a separate process, so that the build tools do not stay in the server's memory.
  const built = spawnSync(process.execPath, [join(scripts, 'build.mjs')], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(built.status ?? 1)
}
await import(pathToFileURL(join(scripts, '..', 'dist', 'server', 'main.js')).href)
