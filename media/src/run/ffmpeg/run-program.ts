import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { pipeline, type Readable, type Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { args } from '../../arguments/args.ts'
import { followCpu } from './cpu-meter.ts'
import type { Sandbox } from './media-tools.ts'
import { MessageTail } from './message-tail.ts'

/** Why we stopped a program, or how it failed by itself. */
export type FailureCause = 'failed' | 'stuck' | 'time-limit' | 'memory-limit' | 'no-space' | 'killed' | 'cannot-start'

export class ProgramFailure extends Error {
  readonly failure: FailureCause
  /** The last messages of the program without paths, for people. */
  readonly detail: string
  /** The raw messages, for finding a cause; never shown. */
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
  /** Wall-clock seconds for the whole run. */
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
  /** The working directory, and the only folder it should write to. */
  folder: string
  sandbox: Sandbox
  limits: ProgramLimits
  signal: AbortSignal
  /** Called for each line of stdout. Returns whether the line is a sign of life. */
  onLine?: (line: string) => boolean
  /** Read by the program on stdin. Destroyed when the program ends early. */
  input?: Readable
  /** Gets the bytes of stdout instead of lines; each chunk is a sign of life. The program stops when it is destroyed. */
  output?: Writable
  /** Called with the process id once it runs. */
  onStart?: (pid: number) => void
  /** Collects stderr, for callers that read it while the program runs. */
  messages?: MessageTail
  /** How far its priority is lowered, 0 to 19; 10 unless given. */
  niceness?: number
}

const usualNiceness = 10

export interface ProgramResult {
  messages: MessageTail
}

/** ffmpeg prints this and may still exit with 0, leaving a truncated file. */
const fullDisk = 'No space left on device'

/** Between TERM and KILL. ffmpeg exits in well under a second after TERM. */
const graceMs = 1000

/**
 * Runs a program in a sandbox, as the leader of its own process group: it dies with us (setpriv --pdeathsig), has limits on memory and
 * file size (prlimit), a low priority (nice) and none of our environment. Aborting sends TERM to the group, and KILL a second later; the
 * promise settles only when the program is gone.
 */
export async function runProgram(job: ProgramRun): Promise<ProgramResult> {
  job.signal.throwIfAborted()
  const [program, ...rest] = sandboxedCommand(job)
  const { messages = new MessageTail() } = job
  const child = spawn(program ?? job.program, rest, {
    cwd: job.folder,
    detached: true,
    stdio: [job.input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { LC_ALL: 'C', HOME: job.folder, TMPDIR: job.folder, PATH: '/usr/bin:/bin' },
  })
  if (child.pid !== undefined) {
    void lowerGroup(child, job.niceness ?? usualNiceness)
    job.onStart?.(child.pid)
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => messages.add(text))
  connect(child, job)
  const watch = watchChild(child, job)
  try {
    const exit = await exitOf(child)
    // Kills what the program has started itself.
    signalGroup(child, 'SIGKILL')
    job.signal.throwIfAborted()
    const failure = failureOf(exit, watch.stoppedFor(), job.limits, messages)
    if (failure) throw failure
    return { messages }
  } finally {
    watch.end()
  }
}

/**
 * The program leads a session of its own. Where Linux shares the processor out between sessions first (autogroup), its priority counts only
 * within that session, and the session has one of its own (sched(7)).
 */
async function lowerGroup(child: ChildProcess, niceness: number): Promise<void> {
  // Linux takes one such change in 100 ms from all who are not root.
  while (niceness > 0 && child.exitCode === null && child.signalCode === null) {
    const failure = await writeFile(`/proc/${child.pid}/autogroup`, String(niceness)).catch(errorCode)
    if (failure !== 'EAGAIN') return
    await wait(100 + Math.random() * 200, undefined, { ref: false })
  }
}

const errorCode = (error: NodeJS.ErrnoException): string | undefined => error.code

/** A broken pipe is no failure of its own: one of the two programs has ended, and its exit says why. */
function connect({ stdin, stdout }: ChildProcess, { input, output, signal }: ProgramRun): void {
  if (input && stdin) pipeline(input, stdin, () => {})
  if (!output || !stdout) return
  // Bytes that nobody reads any more would keep the streams of a stopped program open.
  const destroy = (): void => void output.destroy()
  signal.addEventListener('abort', destroy, { once: true })
  pipeline(stdout, output, () => signal.removeEventListener('abort', destroy))
}

type Exit = { code: number | null; signal: NodeJS.Signals | null } | 'not started'

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.on('error', () => resolve('not started'))
    child.on('close', (code, signal) => resolve({ code, signal }))
  })

/** Stops a program on abort, at its time limit, or when it prints no sign of life for too long. */
function watchChild(child: ChildProcess, { limits, signal, onLine, output }: ProgramRun) {
  let stoppedFor: FailureCause | undefined
  let killer: NodeJS.Timeout | undefined
  let lastSignAt = performance.now()
  const countCpu = followCpu(child.pid)
  const terminate = (): void => {
    countCpu()
    signalGroup(child, 'SIGTERM')
    killer ??= setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs)
  }
  const stop = (cause: FailureCause): void => {
    stoppedFor ??= cause
    terminate()
  }
  const checkSigns = (): void => {
    countCpu()
    if (performance.now() - lastSignAt > limits.silentSeconds * 1000) stop('stuck')
  }
  const timeLimit = setTimeout(() => stop('time-limit'), limits.seconds * 1000)
  const watchdog = setInterval(checkSigns, Math.min(1000, limits.silentSeconds * 250))
  signal.addEventListener('abort', terminate, { once: true })
  const sign = (): void => {
    lastSignAt = performance.now()
  }
  if (output) child.stdout?.on('data', sign)
  else
    readLines(child, (line) => {
      if (onLine?.(line) ?? true) sign()
    })
  return {
    stoppedFor: () => stoppedFor,
    end: () => {
      clearTimeout(timeLimit)
      clearTimeout(killer)
      clearInterval(watchdog)
      signal.removeEventListener('abort', terminate)
    },
  }
}

function sandboxedCommand({ program, arguments: own, sandbox, limits, niceness = usualNiceness }: ProgramRun): string[] {
  const { setpriv, prlimit } = sandbox
  // --data limits what the program allocates; a limit of the address space would also count what it only maps.
  const limited = args`--data=${limits.memoryBytes} --fsize=${limits.fileBytes} --core=0 --nofile=256 --rtprio=0`
  return args`
    ${setpriv}
    ${prlimit ? args`${prlimit} ${limited}` : []}
    ${sandbox.nice && niceness > 0 ? args`${sandbox.nice} -n ${niceness}` : []}
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
    // The group has already exited.
  }
}

function failureOf(
  exit: Exit,
  stoppedFor: FailureCause | undefined,
  limits: ProgramLimits,
  messages: MessageTail,
): ProgramFailure | undefined {
  const failed = (cause: FailureCause, sentence: string) => new ProgramFailure(cause, sentence, messages)
  if (exit === 'not started') return failed('cannot-start', 'The video program could not be started.')
  if (stoppedFor === 'stuck')
    return failed('stuck', `The video program made no progress for ${limits.silentSeconds} seconds and was stopped.`)
  if (stoppedFor) return failed(stoppedFor, 'Processing took too long and was stopped.')
  if (messages.said(fullDisk)) return failed('no-space', 'There is no space left to store the video.')
  if (exit.code === 0) return undefined
  const text = messages.text()
  if (/Cannot allocate memory|Out of memory/i.test(text)) return failed('memory-limit', 'The video needs too much memory.')
  if (exit.signal === 'SIGKILL') return failed('killed', 'The system stopped the processing.')
  if (exit.signal === 'SIGXFSZ' || /File too large/.test(text)) return failed('no-space', 'The result became too large.')
  return failed('failed', `The video could not be processed (${exit.signal ?? `code ${exit.code}`}).`)
}
