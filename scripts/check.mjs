// `npm run check`: types, style, walls, dead code, generated files.
import { pathToFileURL } from 'node:url'
import { runSteps, runTool } from './run-steps.mjs'

const rooms = ['contract', 'media', 'server', 'web', 'e2e', 'bench', '.']

export const checkSteps = [
  ...rooms.map((room) => ({ name: `types in ${room === '.' ? 'scripts and tests' : room}`, run: () => runTool('tsc', ['-p', room]) })),
  { name: 'style', run: () => runTool('biome', ['check', '--error-on-warnings', '.']) },
  {
    name: 'walls and circles',
    run: () =>
      runTool('depcruise', [
        '--config',
        '.dependency-cruiser.mjs',
        '--output-type',
        'err',
        'contract',
        'media',
        'server',
        'web',
        'e2e',
        'bench',
      ]),
  },
  { name: 'dead code', run: () => runTool('knip', []) },
  // CI makes vitest compare and never write.
  { name: 'generated files', run: () => runTool('vitest', ['run', '--project', 'generated'], { CI: 'true' }) },
]

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(runSteps(checkSteps))
