import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The product as a process of its own, started the way `npm start` starts it. */
export interface ProductProcess {
  child: ChildProcess
  url: string
  /** The lines it printed for people until it was ready. */
  lines: string[]
  stderr: () => string
  /** Sends the signal and waits for the end; the exit code, or the signal it died of. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

interface LaunchOptions {
  /** A group of its own, so that a test can end everything it started at once. */
  ownGroup?: boolean
  /** The cores it may run on, in the words of taskset. */
  cores?: string
  /** By npm, as people and supervisors start it; the child is then npm. */
  throughNpm?: boolean
  /** Which bits the shell that starts it takes from new files, in octal. */
  umask?: string
  /** What follows the script's name, such as `backup`. */
  args?: readonly string[]
  /** The checkout to start, built, if not this one. */
  checkout?: string
}

export async function startProcess(environment: Record<string, string>, options: LaunchOptions = {}): Promise<ProductProcess> {
  const started = launch(environment, options)
  const { child, lines } = started
  const ready = (async () => {
    for await (const line of createInterface({ input: started.stdout })) {
      lines.push(line)
      if (line.startsWith('Data: ')) return
    }
  })()
  await Promise.race([ready, started.ended])
  if (!lines.some((line) => line.startsWith('Data: '))) {
    await started.ended
    throw new Error(`the product ended with ${child.exitCode ?? child.signalCode}: ${started.stderr()}`)
  }
  // Whatever it prints later must not fill the pipe.
  started.stdout.resume()
  const url = /open (\S+)|at (\S+)\/readyz/.exec(lines.join('\n'))
  return {
    child,
    url: url?.[1] ?? url?.[2] ?? '',
    lines,
    stderr: started.stderr,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await started.ended
      return child.exitCode ?? child.signalCode
    },
  }
}

/** For a start that is expected to end by itself: its exit code and what it said. */
export async function startAndFail(
  environment: Record<string, string>,
  options: LaunchOptions = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const started = launch(environment, options)
  let stdout = ''
  started.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  await started.ended
  return { code: started.child.exitCode, stdout, stderr: started.stderr() }
}

function launch(
  environment: Record<string, string>,
  { ownGroup = false, cores, throughNpm = false, umask, args = [], checkout = root }: LaunchOptions = {},
) {
  const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS = '' } = process.env
  // A test run that is killed leaves no product behind.
  const stopWithUs = ['--import', `${pathToFileURL(join(root, 'scripts', 'stop-with-parent.mjs')).href}?parent=${process.pid}`]
  const direct = [
    process.execPath,
    '--max-semi-space-size=1',
    '--heap-growing-percent=75',
    ...stopWithUs,
    join(checkout, 'scripts', 'start.mjs'),
    ...args,
  ]
  const command = throughNpm ? ['npm', 'start'] : direct
  const onCores = cores === undefined ? command : ['taskset', '-c', cores, ...command]
  const [program = '', ...rest] = umask === undefined ? onCores : ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh', ...onCores]
  const child = spawn(program, rest, {
    cwd: checkout,
    env: { PATH, HOME, NODE_EXTRA_CA_CERTS, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
  })
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  return { child, stdout: child.stdout, stderr: () => text, lines: [] as string[], ended: once(child, 'close') }
}
