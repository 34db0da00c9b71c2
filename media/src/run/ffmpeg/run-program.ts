import { type ChildProcess, spawn } from 'node:child_process'
import { args } from '../../arguments/args.ts'
import type { Sandbox } from './media-tools.ts'
import { MessageTail } from './message-tail.ts'

/** Why a program was ended by us, or that it failed by itself. */
export type FailureCause = 'failed' | 'stuck' | 'time-limit' | 'memory-limit' | 'no-space' | 'killed' | 'cannot-start'

export class ProgramFailure extends Error {
  readonly failure: FailureCause
  /** The program's own last words, cleaned of paths: for a person who wants to know more. */
  readonly detail: string
  /** The same as they came: for programs that look for a cause in them, never shown. */
  readonly messages: string
  constructor(failure: FailureCause, sentence: string, messages: MessageTail) {
    super(sentence)
    this.name = 'ProgramFailure'
    this.failure = failure
    this.detail = messages.forPeople()
    this.messages = messages.text()
  }
}

export interface ProgramLimits {
  /** Seconds by the clock for the whole run. */
  seconds: number
  /** Seconds without a sign of life before it counts as stuck. */
  silentSeconds: number
  memoryBytes: number
  /** The largest file it may write. */
  fileBytes: number
}

export interface ProgramRun {
  program: string
  arguments: readonly string[]
  /** The one folder it may write to; also where it runs. */
  folder: string
  sandbox: Sandbox
  limits: ProgramLimits
  signal: AbortSignal
  /** Called for each line of stdout. What it answers says whether the line is a sign of life. */
  onLine?: (line: string) => boolean
  /** Called once it runs, with the number of its process. */
  onStart?: (pid: number) => void
  /** Where its messages go, for who wants to read them while it runs. */
  messages?: MessageTail
  /** Whether a lower priority is wanted; a probe somebody waits for has none. */
  nice?: boolean
}

export interface ProgramResult {
  messages: MessageTail
}

/** ffmpeg says so and may still end as if nothing had happened, with a file that breaks off. */
const fullDisk = 'No space left on device'

/** Between the polite signal and the last one. ffmpeg ends in well under a second when asked. */
const politeMilliseconds = 1000

/**
 * Runs a program as the leader of its own process group, fenced in: it dies with us (setpriv --pdeathsig), stays within its memory and
 * file size (prlimit), behind everybody else's work (nice). It sees none of our environment. Aborting sends TERM to the group, and
 * KILL a second later; the promise settles only when the program is gone.
 */
export async function runProgram(job: ProgramRun): Promise<ProgramResult> {
  job.signal.throwIfAborted()
  const [program, ...rest] = sandboxedCommand(job)
  const { messages = new MessageTail() } = job
  const child = spawn(program ?? job.program, rest, {
    cwd: job.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { LC_ALL: 'C', HOME: job.folder, TMPDIR: job.folder, PATH: '/usr/bin:/bin' },
  })
  if (child.pid !== undefined) job.onStart?.(child.pid)
  return await new Promise<ProgramResult>((resolve, reject) => {
    let ended: FailureCause | undefined
    let killer: NodeJS.Timeout | undefined
    let lastSign = performance.now()
    const end = (): void => {
      signalGroup(child, 'SIGTERM')
      killer ??= setTimeout(() => signalGroup(child, 'SIGKILL'), politeMilliseconds)
    }
    const stop = (cause: FailureCause): void => {
      ended ??= cause
      end()
    }
    const timeLimit = setTimeout(() => stop('time-limit'), job.limits.seconds * 1000)
    const watchdog = setInterval(
      () => {
        if (performance.now() - lastSign > job.limits.silentSeconds * 1000) stop('stuck')
      },
      Math.min(1000, job.limits.silentSeconds * 250),
    )
    job.signal.addEventListener('abort', end, { once: true })

    child.stderr.setEncoding('utf8').on('data', (text: string) => messages.add(text))
    readLines(child, (line) => {
      if (job.onLine?.(line) ?? true) lastSign = performance.now()
    })
    const settle = (act: () => void): void => {
      clearTimeout(timeLimit)
      clearTimeout(killer)
      clearInterval(watchdog)
      job.signal.removeEventListener('abort', end)
      act()
    }
    child.on('error', () =>
      settle(() =>
        reject(
          job.signal.aborted ? job.signal.reason : new ProgramFailure('cannot-start', 'The video program could not be started.', messages),
        ),
      ),
    )
    child.on('close', (code, signal) => {
      // Whatever it started itself goes with it.
      signalGroup(child, 'SIGKILL')
      settle(() => {
        if (job.signal.aborted) reject(job.signal.reason)
        else if (ended) reject(new ProgramFailure(ended, sentenceFor(ended, job.limits), messages))
        else if (messages.said(fullDisk)) reject(new ProgramFailure('no-space', 'There is no space left to write the video.', messages))
        else if (code === 0) resolve({ messages })
        else reject(failureOf(code, signal, messages))
      })
    })
  })
}

function sandboxedCommand({ program, arguments: own, sandbox, limits, nice = true }: ProgramRun): string[] {
  const { setpriv, prlimit } = sandbox
  // --data limits what the program allocates; a limit of the address space would also count what it only maps.
  const limited = args`--data=${limits.memoryBytes} --fsize=${limits.fileBytes} --core=0 --nofile=256`
  return args`
    ${setpriv ? args`${setpriv} --pdeathsig KILL` : []}
    ${prlimit ? args`${prlimit} ${limited}` : []}
    ${sandbox.nice && nice ? args`${sandbox.nice} -n 10` : []}
    ${program} ${own}
  `
}

function readLines(child: ChildProcess, each: (line: string) => void): void {
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(0, 100_000)
    for (const line of lines) each(line)
  })
  child.stdout?.on('end', () => {
    if (rest !== '') each(rest)
  })
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group is gone already.
  }
}

function failureOf(code: number | null, signal: NodeJS.Signals | null, messages: MessageTail): ProgramFailure {
  const text = messages.text()
  if (/Cannot allocate memory|Out of memory/i.test(text))
    return new ProgramFailure('memory-limit', 'The video needs more memory than it may use.', messages)
  if (signal === 'SIGKILL') return new ProgramFailure('killed', 'Processing was ended by the system.', messages)
  if (signal === 'SIGXFSZ' || /File too large/.test(text))
    return new ProgramFailure('no-space', 'The result grew larger than it may.', messages)
  return new ProgramFailure('failed', `The video could not be processed (${signal ?? `code ${code}`}).`, messages)
}

function sentenceFor(cause: FailureCause, limits: ProgramLimits): string {
  if (cause === 'stuck') return `The video program made no progress for ${limits.silentSeconds} seconds and was stopped.`
  return 'Processing took longer than it may and was stopped.'
}
