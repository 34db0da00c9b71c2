import { type ChildProcess, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const here = dirname(fileURLToPath(import.meta.url))

/** Runs a TypeScript file of this folder in a process of its own; resolves with the first line it prints. */
export async function startChild(file: string, parameters: string[]): Promise<{ child: ChildProcess; line: string }> {
  const program = `import('vite').then((vite) => vite.runnerImport(${JSON.stringify(`${here}/${file}`)}, { configFile: false, root: ${JSON.stringify(here)} }))`
  const stopWithUs = ['--import', new URL(`../../../scripts/stop-with-parent.mjs?parent=${process.pid}`, import.meta.url).href]
  const child = spawn(process.execPath, [...stopWithUs, '-e', program, '--', ...parameters], {
    cwd: here,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => resolve({ child, line }))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it said anything`)))
  })
}
