import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { clipFolder, testMediaTools } from '../../testing/clips.ts'
import { ProgramFailure, type ProgramLimits, type ProgramRun, runProgram } from './run-program.ts'

const limits: ProgramLimits = { seconds: 60, silentSeconds: 60, memoryBytes: 1e9, fileBytes: 1e7 }
const folder = clipFolder()
const { sandbox } = await testMediaTools()

async function script(name: string, text: string): Promise<string> {
  const path = folder.path(name)
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  return path
}

const job = (program: string, more: Partial<ProgramRun> = {}): ProgramRun => ({
  program,
  arguments: [],
  folder: dirname(program),
  sandbox,
  limits,
  signal: new AbortController().signal,
  ...more,
})

async function isAlive(pid: number): Promise<boolean> {
  try {
    // A zombie has ended; only its parent has not looked yet.
    return !/^State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function pidFrom(name: string): Promise<number> {
  for (;;) {
    const text = await readFile(folder.path(name), 'utf8').catch(() => '')
    if (text.endsWith('\n')) return Number(text)
    await wait(20)
  }
}

describe('running a program', () => {
  it('keeps it behind everything else, whatever it asks for', async () => {
    const program = await script(
      'greedy',
      'chrt -f 99 true || echo refused; nice; until grep -qs "nice 19" /proc/self/autogroup || [ ! -e /proc/self/autogroup ]; do sleep 0.02; done',
    )
    const lines: string[] = []
    await runProgram(job(program, { niceness: 19, onLine: (line) => lines.push(line) > 0 }))
    expect(lines).toEqual(['refused', '19'])
  })

  it('stops one that hangs without progress, though it ignores the polite signal and has children', async () => {
    const program = await script(
      'hangs',
      "trap '' TERM\n(trap '' TERM; sleep 100) & echo $! > child.pid\nwhile :; do echo frame=1; sleep 0.1; done",
    )
    const run = runProgram(job(program, { limits: { ...limits, silentSeconds: 0.5 }, onLine: () => false }))
    await expect(run).rejects.toMatchObject({ failure: 'stuck', message: expect.stringContaining('no progress') })
    const child = await pidFrom('child.pid')
    // It was killed, and ends when the system gets to it.
    await expect.poll(() => isAlive(child), { timeout: 30_000 }).toBe(false)
  })

  it('ends soon after an abort and leaves no process', async () => {
    const program = await script('runs', "trap '' TERM\necho $$ > self.pid\nwhile :; do sleep 0.1; done")
    const abort = new AbortController()
    const run = runProgram(job(program, { signal: abort.signal }))
    const pid = await pidFrom('self.pid')
    abort.abort(new Error('cancelled by its owner'))
    await expect(run).rejects.toThrow('cancelled by its owner')
    expect(await isAlive(pid)).toBe(false)
  })

  it('does not outlive a parent that is killed', async () => {
    if (sandbox.setpriv.length === 0) return
    const program = await script('orphan', 'echo $$ > orphan.pid\nwhile :; do sleep 0.1; done')
    // As runProgram starts it, from a process that is then killed without a chance to clean up.
    const parent = spawn(process.execPath, [
      '-e',
      `require('node:child_process').spawn(${JSON.stringify(sandbox.setpriv[0])}, ${JSON.stringify([...sandbox.setpriv.slice(1), program])}, { detached: true, cwd: ${JSON.stringify(dirname(program))} }); setInterval(() => {}, 1000)`,
    ])
    const pid = await pidFrom('orphan.pid')
    expect(await isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
  })

  it('ends one that takes too long by the clock', async () => {
    const program = await script('slow', 'sleep 30')
    await expect(runProgram(job(program, { limits: { ...limits, seconds: 0.4 } }))).rejects.toMatchObject({ failure: 'time-limit' })
  })

  it('holds it to its memory and its file size', async () => {
    if (!sandbox.prlimit) return
    const greedy = job(process.execPath, {
      arguments: ['-e', 'Buffer.alloc(3e9).fill(1)'],
      folder: dirname(await script('x', '')),
      limits: { ...limits, memoryBytes: 1.5e9 },
    })
    await expect(runProgram(greedy)).rejects.toBeInstanceOf(ProgramFailure)
    const writer = await script('writes', 'exec dd if=/dev/zero of=big bs=1000000 count=50 2>&1')
    await expect(runProgram(job(writer))).rejects.toBeInstanceOf(ProgramFailure)
  })

  it('takes a full disk for a failure though the program ends as if nothing had happened', async () => {
    const quiet = await script('quiet.sh', 'echo "Error writing trailer of out.mp4: No space left on device" >&2; exit 0')
    await expect(runProgram(job(quiet))).rejects.toMatchObject({ failure: 'no-space', message: expect.stringContaining('no space left') })
    const { ffmpeg } = await testMediaTools()
    const full = ['-f', 'lavfi', '-i', 'testsrc2=d=0.2', '-c:v', 'rawvideo', '-f', 'nut', '-y', '/dev/full']
    await expect(runProgram(job(ffmpeg, { arguments: full }))).rejects.toMatchObject({ failure: 'no-space' })
  })

  it('shows the program nothing of our environment', async () => {
    process.env['VF_TEST_SECRET'] = 'not for ffmpeg'
    const lines: string[] = []
    await runProgram(job(await script('env', 'env'), { onLine: (line) => lines.push(line) > 0 }))
    delete process.env['VF_TEST_SECRET']
    expect(lines.join('\n')).toContain('LC_ALL=C')
    expect(lines.join('\n')).not.toContain('not for ffmpeg')
  })

  it('says why a program failed without naming a path', async () => {
    const program = await script('fails', 'echo "[mov @ 0x55aa00bb1234] [error] /srv/data/secret/in.mp4: Invalid data found" >&2; exit 1')
    const error = await runProgram(job(program)).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ failure: 'failed', detail: 'the file: Invalid data found' })
  })

  it('connects the output of one program to the input of another', async () => {
    const bytes = new PassThrough()
    const lines: string[] = []
    const writer = await script('counts-up', 'seq 1 200000')
    const reader = await script('adds-up', 'awk "{ sum += \\$1 } END { print sum }"')
    await Promise.all([
      runProgram(job(writer, { output: bytes })),
      runProgram(job(reader, { input: bytes, onLine: (line) => lines.push(line) > 0 })),
    ])
    expect(lines.map(Number)).toEqual([20_000_100_000])
  })

  it('ends a program that writes to one that has ended', async () => {
    const bytes = new PassThrough()
    const writer = runProgram(job(await script('endless', 'exec yes'), { output: bytes })).catch((error: unknown) => error)
    const reader = runProgram(job(await script('gives-up', 'head -c 10 > /dev/null; exit 3'), { input: bytes }))
    await expect(reader).rejects.toMatchObject({ failure: 'failed' })
    expect(await writer).toMatchObject({ failure: 'failed' })
  })

  it('ends with an abort while nobody reads its output', async () => {
    const abort = new AbortController()
    const bytes = new PassThrough()
    const run = runProgram(job(await script('unread', 'exec yes'), { output: bytes, signal: abort.signal }))
    await once(bytes, 'readable')
    abort.abort(new Error('not wanted any more'))
    await expect(run).rejects.toThrow('not wanted any more')
  })

  it('says that it cannot start', async () => {
    await expect(
      runProgram(job(folder.path('absent'), { sandbox: { setpriv: [], prlimit: undefined, nice: undefined } })),
    ).rejects.toMatchObject({ failure: 'cannot-start' })
  })
})
