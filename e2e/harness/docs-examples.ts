import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { vi } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
export const docsFolder = join(root, 'docs', 'developers')

export interface Example {
  language: string
  /** A `server` goes on running while the examples after it run; what is for a `browser` is in a page, which they share. */
  runs: 'to its end' | 'server' | 'browser'
  text: string
  /** Where it is in the page, for messages about it. */
  line: number
}

export function examplesIn(page: string): Example[] {
  const text = readFileSync(join(docsFolder, page), 'utf8')
  return [...text.matchAll(/^```(\w+) ?(server|browser)?\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: mark, 3: example = '', index }) => ({
      language,
      runs: language === 'html' || mark === 'browser' ? 'browser' : mark === 'server' ? 'server' : 'to its end',
      text: example,
      line: text.slice(0, index).split('\n').length,
    }),
  )
}

interface Reader {
  /** Where the files of the examples are. */
  folder: string
  /** What a reader replaces by their own values. */
  ownValues: Record<string, string>
  environment: Record<string, string>
}

/** A folder in which the client and the command line are installed as in that of a reader. */
export async function createReaderFolder(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules', '@video-forge'), { recursive: true })
  await mkdir(join(folder, 'bin'))
  await symlink(join(root, 'client'), join(folder, 'node_modules', '@video-forge', 'client'))
  await symlink(join(root, 'cli', 'bin', 'forge.mjs'), join(folder, 'bin', 'forge'))
  await writeFile(join(folder, 'variables'), '')
}

/** Runs an example as a reader would. Variables of the shell are there for the examples after it. Returns what it printed. */
export async function runExample(example: Example, { folder, ownValues, environment }: Reader): Promise<string> {
  const text = withOwnValues(example.text, ownValues)
  // A reader chooses one of the servers of a page, which have one port.
  const printedBefore = example.runs === 'server' ? await stopServers() : ''
  const command = await commandFor(example.language, text, folder)
  const child = spawn('bash', ['-c', `set -euo pipefail; set -a; source ./variables; ${command}`], {
    cwd: folder,
    env: {
      ...process.env,
      XDG_CONFIG_HOME: folder,
      XDG_STATE_HOME: folder,
      ...environment,
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    },
    detached: true,
  })
  let printed = ''
  child.stdout.on('data', (data) => {
    printed += data
  })
  child.stderr.on('data', (data) => {
    printed += data
  })
  if (example.runs === 'server') {
    servers.push({ stop: () => stop(child), printed: () => printed })
    await vi.waitFor(() => listens(Number(environment['PORT'])), { timeout: 60_000, interval: 100 })
    return printedBefore
  }
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`The example of line ${example.line} ended with ${status}:\n${text}\n${printed}`)
  return printed
}

function withOwnValues(text: string, ownValues: Record<string, string>): string {
  return Object.entries(ownValues).reduce((changed, [shown, own]) => changed.replaceAll(shown, own), text)
}

/** A page with the examples that are for browsers; undefined without any. */
export async function pageOf(examples: readonly Example[], ownValues: Record<string, string>): Promise<string | undefined> {
  const parts = await Promise.all(
    examples
      .filter(({ runs }) => runs === 'browser')
      .map(async ({ language, text }) => {
        if (language === 'html') return withOwnValues(text, ownValues)
        return `<script type="module">${(await transformWithOxc(text, 'example.ts')).code}</script>`
      }),
  )
  const modules = JSON.stringify({ imports: { '@video-forge/client/embed': '/embed.js' } })
  return parts.length === 0 ? undefined : `<!doctype html><script type="importmap">${modules}</script>${parts.join('')}`
}

/** What a bundler would put into a page for `@video-forge/client/embed`. */
export const embedHelper = (): string => readFileSync(join(root, 'client', 'src', 'embed', 'embed.js'), 'utf8')

const servers: { stop(): Promise<void>; printed(): string }[] = []

/** Returns what they have printed, once nothing of them listens any more: the next one has the same port. */
export async function stopServers(): Promise<string> {
  const ended = servers.splice(0)
  await Promise.all(ended.map(({ stop }) => stop()))
  return ended.map(({ printed }) => printed()).join('')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  // The group, because the shell is not the server.
  process.kill(-child.pid, 'SIGKILL')
  await closed
}

async function commandFor(language: string, text: string, folder: string): Promise<string> {
  if (language === 'sh') return `${text}\nexport -p > ./variables`
  if (language === 'python') {
    await writeFile(join(folder, 'example.py'), text)
    return 'exec python3 example.py'
  }
  if (language === 'ts') {
    const { code } = await transformWithOxc(text, 'example.ts')
    await writeFile(join(folder, 'example.mjs'), code)
    return 'exec node example.mjs'
  }
  if (language === 'json') {
    JSON.parse(text)
    return 'true'
  }
  throw new Error(`Nothing runs examples in ${language}`)
}

async function listens(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
