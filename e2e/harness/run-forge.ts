import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from './product-process.ts'

const program = join(root, 'cli', 'bin', 'forge.mjs')

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** The command line as a process of its own, started by its first line as a shell does, with pipes and without a terminal. */
export function startForge(
  args: readonly string[],
  environment: Record<string, string>,
  input = '',
): { child: ChildProcess; ended: Promise<Ended> } {
  const { PATH = '' } = process.env
  const child = spawn(program, args, { env: { PATH, ...environment }, stdio: ['pipe', 'pipe', 'pipe'] })
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    texts.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    texts.stderr += chunk
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return { child, ended: once(child, 'close').then(() => ({ code: child.exitCode, ...texts })) }
}
