// `npm run pictures`: fills a temporary site and takes the screenshots of docs/pictures.
import { browserFor, ensureCommands } from './debian-packages.mjs'
import { requireNode } from './node-version.mjs'
import { runSteps } from './run-steps.mjs'

requireNode()
ensureCommands([
  { command: 'ffmpeg', package: 'ffmpeg', purpose: 'turns videos into renditions' },
  browserFor('is what the pictures are taken of'),
])
process.exit(await runSteps([{ name: 'pictures', tool: 'vitest', args: ['run', '--project', 'pictures'], env: { PICTURES: '1' } }]))
