import { readFileSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFfmpeg } from '../media/src/run/ffmpeg/find-ffmpeg.ts'
import { type MediaTools, openMediaTools } from '../media/src/run/ffmpeg/media-tools.ts'
import { bundledModel } from '../media/src/run/speech/bundled-model.ts'
import { readModelFolder } from '../media/src/run/speech/model-folder.ts'
import { type Transcript, transcribe } from '../media/src/run/speech/transcribe.ts'
import type { SpeechModel } from '../media/src/speech/models/speech-model.ts'
import { cpuOf } from './harness/cpu.ts'
import { fliteClip, promptClip, repeated, type SpeechClip, silentClip, wordlessClip } from './harness/speech-clips.ts'
import { printTable, type Row } from './harness/table.ts'
import { spokenWords, wordErrorRate } from './harness/word-errors.ts'

const root = join(import.meta.dirname, '..')
const maxCpuPerMinute = 4
const maxDiskMegabytes = 80

interface Bench {
  mediaTools: MediaTools
  model: SpeechModel
  folder: string
}

interface Measured extends Transcript {
  /** CPU seconds of the recogniser and ffmpeg, with the loading of the model. */
  cpu: number
  /** Megabytes. */
  peakMemory: number
  /** Resident megabytes of the recogniser at seconds of audio. */
  memory: { seconds: number; megabytes: number }[]
}

/**
 * Automatic captions: CPU time, memory and word errors on speech made by flite and on recorded prompts, and what npm ci grows by.
 * `npm run bench -- captions [2h] [folder of a model]`; 2h also transcribes a file of two hours, which takes six minutes and more.
 */
export async function run(options: string[] = []): Promise<void> {
  const modelFolder = options.find((option) => option !== '2h')
  const bench = {
    mediaTools: await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined })),
    model: modelFolder ? await readModelFolder(modelFolder) : await bundledModel(),
    folder: await mkdtemp(join(tmpdir(), 'vf-bench-')),
  }
  try {
    const wordless = await wordlessClip(bench.folder)
    const quiet = await measure(bench, wordless)
    // After the first run, which makes files that later ones use again.
    const { cpu: start } = await measure(bench, await silentClip(bench.folder))
    const rows: Row[] = [
      { what: 'start, with the model', measured: `${start.toFixed(1)} CPU s, not in the numbers below` },
      { what: wordless.name, measured: `${quiet.cues.length} cues`, target: 'none', ok: quiet.cues.length === 0 },
    ]
    const prompts = await promptClip(bench.folder)
    const clips = [
      ...(await Promise.all(['slt', 'rms', 'awb'].map((voice) => fliteClip(bench.folder, voice)))),
      ...(prompts ? [prompts] : []),
    ]
    for (const clip of clips) rows.push(describe(clip, await measure(bench, clip), start))
    if (!prompts) rows.push({ what: 'recorded prompts', measured: 'not measured: the package cannot be downloaded here' })
    printTable(`captions by ${bench.model.name}`, rows)
    if (options.includes('2h')) printTable('a long talk', await longTalk(bench, prompts ?? clips[0]))
    printTable('npm ci', [await diskGrowth()])
  } finally {
    await rm(bench.folder, { recursive: true, force: true })
  }
}

async function measure({ mediaTools, model, folder }: Bench, { path }: SpeechClip): Promise<Measured> {
  const scratch = join(folder, 'run')
  await mkdir(scratch, { recursive: true })
  const memory: Measured['memory'] = []
  let pid = 0
  let peakMemory = 0
  const look = (): void => {
    peakMemory = Math.max(peakMemory, megabytesOf(pid, 'VmHWM'))
  }
  const timer = setInterval(look, 100)
  const transcription = {
    input: path,
    model,
    program: join(root, 'dist', 'server', 'speech.js'),
    folder: scratch,
    cacheFolder: join(folder, 'cache'),
    signal: new AbortController().signal,
    onStart: (started: number) => {
      pid = started
    },
    onProgress: (seconds: number) => {
      look()
      memory.push({ seconds, megabytes: megabytesOf(pid, 'VmRSS') })
    },
  }
  const { result, cpu } = await cpuOf(() => transcribe(mediaTools, transcription)).finally(() => clearInterval(timer))
  return { ...result, cpu, peakMemory, memory }
}

/** 0 for a process that has ended. */
function megabytesOf(pid: number, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function describe({ name, text, seconds }: SpeechClip, { cues, cpu, peakMemory }: Measured, start: number): Row {
  const errors = wordErrorRate(spokenWords(text), spokenWords(cues.map((cue) => cue.text).join(' ')))
  const perMinute = ((cpu - start) / seconds) * 60
  const speech = `${seconds.toFixed(0)} s, ${spokenWords(text).length} words: word errors ${(errors * 100).toFixed(1)} %`
  return {
    what: name,
    measured: `${speech}; ${perMinute.toFixed(1)} CPU s per minute, peak ${peakMemory.toFixed(0)} MB`,
    target: `${maxCpuPerMinute} CPU s per minute`,
    ok: perMinute <= maxCpuPerMinute,
  }
}

async function longTalk(bench: Bench, clip: SpeechClip | undefined): Promise<Row[]> {
  if (!clip) return []
  const long = await repeated(bench.folder, clip, 2 * 3600)
  const { cues, cpu, peakMemory, memory } = await measure(bench, long)
  const highest = (from: number, to: number): number =>
    Math.max(...memory.filter(({ seconds }) => seconds >= from && seconds < to).map(({ megabytes }) => megabytes))
  const quarters = [0, 1800, 3600, 5400].map((from) => highest(from, from + 1800))
  const perMinute = (cpu / long.seconds) * 60
  return [
    {
      what: long.name,
      measured: `${cues.length} cues, ${cpu.toFixed(0)} CPU s, ${perMinute.toFixed(1)} per minute`,
      target: `${maxCpuPerMinute} CPU s per minute`,
      ok: perMinute <= maxCpuPerMinute,
    },
    {
      what: 'highest memory in each half hour',
      measured: `${quarters.map((megabytes) => megabytes.toFixed(0)).join(', ')} MB, peak ${peakMemory.toFixed(0)} MB`,
      target: 'the last at most 5 % above the second',
      ok: (quarters[3] ?? 0) <= 1.05 * (quarters[1] ?? 0),
    },
  ]
}

/** The packages that only captions need, as they lie in node_modules on this system. */
async function diskGrowth(): Promise<Row> {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(await readFile(join(root, 'media', 'package.json'), 'utf8'))
  const modules = join(root, 'node_modules')
  const libraries = (await readdir(modules)).filter((name) => name.startsWith('sherpa-onnx-'))
  const names = new Set([...Object.keys(dependencies), ...libraries, '@huggingface/transformers', 'onnxruntime-web'])
  const sizes = await Promise.all([...names].map((name) => diskBytes(join(modules, name))))
  const megabytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024 ** 2
  const measured = `${megabytes.toFixed(1)} MB in ${names.size} packages`
  return { what: 'packages for captions', measured, target: `${maxDiskMegabytes} MB`, ok: megabytes <= maxDiskMegabytes }
}

/** As `du` counts: in blocks of the file system. */
async function diskBytes(path: string): Promise<number> {
  const { blocks } = await lstat(path)
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const inner = await Promise.all(entries.map((entry) => diskBytes(join(path, entry.name))))
  return blocks * 512 + inner.reduce((sum, bytes) => sum + bytes, 0)
}
