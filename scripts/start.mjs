// `npm start`: makes sure that ffmpeg and the build are there, then becomes the server.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isBuilt } from './build.mjs'
import { ensureCommands } from './debian-packages.mjs'
import { requireNode } from './node-version.mjs'

const scripts = dirname(fileURLToPath(import.meta.url))

// Only when npm runs this script: a daemon that lost its parent on purpose goes on.
if (process.env['npm_lifecycle_script']?.includes('scripts/start.mjs')) await import('./stop-with-parent.mjs')
requireNode()
if (!process.env['FFMPEG_PATH']) ensureCommands([{ command: 'ffmpeg', package: 'ffmpeg', purpose: 'turns videos into renditions' }])
if (!isBuilt()) {
  console.log('Building Video Forge; this happens once.')
  // In a process of its own: the build tools would stay in the server's memory for as long as it runs.
  const built = spawnSync(process.execPath, [join(scripts, 'build.mjs')], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(built.status ?? 1)
}
await import(pathToFileURL(join(scripts, '..', 'dist', 'server', 'main.js')).href)
