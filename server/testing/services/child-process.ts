import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { onTestFinished } from 'vitest'
import { isAlive } from '../../src/platform/is-alive.ts'

const here = dirname(fileURLToPath(import.meta.url))
/** Inside node_modules, so that a bundle finds the packages it imports. */
const cache = join(here, '..', '..', '..', 'node_modules', '.cache')

const bundles = new Map<string, Promise<string>>()

/** One file with everything of ours in it: it starts in a fraction of the CPU time that transforming each module takes in every child. */
async function bundle(file: string): Promise<string> {
  await mkdir(cache, { recursive: true })
  // Workers of a run are killed at its end, so the next run removes what they left.
  for (const name of await readdir(cache)) {
    const owner = /^video-forge-child-(\d+)-/.exec(name)?.[1]
    if (owner && !isAlive(Number(owner))) await rm(join(cache, name), { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(cache, `video-forge-child-${process.pid}-`))
  await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    build: {
      ssr: join(here, file),
      outDir: folder,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  })
  return join(folder, `${basename(file, '.ts')}.mjs`)
}

/** Runs a TypeScript file of this folder in a process of its own; resolves with the first line it prints. */
export async function startChild(
  file: string,
  parameters: string[],
  atEnd = onTestFinished,
): Promise<{ child: ChildProcess; line: string }> {
  const bundled = bundles.get(file) ?? bundle(file)
  bundles.set(file, bundled)
  const stopWithUs = ['--import', new URL(`../../../scripts/stop-with-parent.mjs?parent=${process.pid}`, import.meta.url).href]
  const child = spawn(process.execPath, [...stopWithUs, await bundled, ...parameters], { cwd: here, stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => resolve({ child, line }))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it said anything`)))
  })
}
