// `npm run check`: types, style, boundaries, dead code, generated files.
import { availableParallelism } from 'node:os'
import { runSteps } from './run-steps.mjs'

/** The slowest first, so that none is left alone at the end. */
const workspaces = ['server', 'web', 'e2e', 'media', '.', 'bench', 'contract', 'client', 'cli']

/** @type {import('./run-steps.mjs').Step[]} */
const steps = [
  ...workspaces.map((workspace) => ({
    name: `types in ${workspace === '.' ? 'scripts and tests' : workspace}`,
    // Both versions of TypeScript bring a `tsc`: only the path says which one. One thread needs half the CPU time of several.
    tool: '../typescript-native/bin/tsc',
    args: ['-p', workspace, '--singleThreaded'],
  })),
  { name: 'style', tool: 'biome', args: ['check', '--error-on-warnings', '.'] },
  {
    name: 'boundaries and cycles',
    tool: 'depcruise',
    args: [
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err',
      'contract',
      'client',
      'media',
      'server',
      'web',
      'cli',
      'e2e',
      'bench',
    ],
  },
  { name: 'dead code', tool: 'knip', args: [] },
]

// CI makes vitest compare and never write.
const generated = { name: 'generated files', tool: 'vitest', args: ['run', '--project', 'generated'], env: { CI: 'true' } }

process.exit(await runSteps([...steps, generated], { atOnce: Math.min(availableParallelism(), 4) }))
