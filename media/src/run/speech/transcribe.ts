import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { args } from '../../arguments/args.ts'
import { speechArguments } from '../../arguments/speech-arguments.ts'
import type { SourceFacts } from '../../probing/source-facts.ts'
import type { SpeechModel } from '../../speech/models/speech-model.ts'
import { readSpeechMessage, type SpeechOrder } from '../../speech/speech-messages.ts'
import type { Cue } from '../../speech/split-cues.ts'
import { inputName } from '../ffmpeg/input-name.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { ProgramFailure, runProgram } from '../ffmpeg/run-program.ts'
import { maxProbeBytes } from '../inspect/probe-file.ts'
import { bundledDetector } from './bundled-model.ts'
import { SpeechFailure, speechFailureOf } from './speech-failure.ts'

export interface Transcription {
  /** A rendition, or with `facts` any original. */
  input: string
  /** What the probe of an original found: which audio track to read, and which of its times is zero for viewers. */
  facts?: SourceFacts
  model: SpeechModel
  /** The language that is spoken, for a model with several. */
  language?: string
  /** The built speech-program.ts. */
  program: string
  /** An empty folder of this run. */
  folder: string
  /** For files made from the model, which later runs use again. They take about as much space as the model. */
  cacheFolder: string
  signal: AbortSignal
  /** Called with the seconds of audio that are done, every few seconds of audio. */
  onProgress?: (seconds: number) => void
  /** Called with each cue as soon as it is final. */
  onCue?: (cue: Cue) => void
  /** Called with the process id of the recogniser. */
  onStart?: (pid: number) => void
}

export interface Transcript {
  cues: Cue[]
  /** Undefined when nothing was said and the model has several languages. */
  language: string | undefined
  /** The length of the audio. */
  seconds: number
}

/** The lowest priority: captions never make a video wait. */
const niceness = 19
/** A model may take long to load on a busy machine, and ffmpeg waits for it. */
const silentSeconds = 300
const maxSeconds = 24 * 3600
const maxFileBytes = 16 * 1024 ** 2

/** What the recogniser may allocate beside the model, which it holds in up to three copies while it is loaded. */
const memoryBytes = ({ bytes }: SpeechModel): number => 1024 ** 3 + 3 * bytes

/** The captions of what is said in a file. Throws a SpeechFailure with a sentence for people, or the reason of an abort. */
export async function transcribe(mediaTools: MediaTools, options: Transcription): Promise<Transcript> {
  const { signal } = options
  signal.throwIfAborted()
  const stopped = new AbortController()
  const either = AbortSignal.any([signal, stopped.signal])
  const audio = new PassThrough()
  const stop = (error: unknown): never => {
    stopped.abort(error)
    throw error
  }
  const [reading, recognising] = await Promise.allSettled([
    readAudio(mediaTools, options, audio, either).catch((error: unknown) => {
      // The audio is destroyed before its end when the recogniser is gone: ffmpeg then fails too, and must not hide the cause.
      const isRecogniserGone = audio.destroyed && !audio.readableEnded
      return isRecogniserGone ? Promise.reject(error) : stop(error)
    }),
    recognise(mediaTools, options, audio, either).catch(stop),
  ])
  signal.throwIfAborted()
  // The reason of a recogniser that was stopped is the failure of ffmpeg.
  if (recognising.status === 'rejected') throw recognising.reason
  if (reading.status === 'rejected') throw reading.reason
  return recognising.value
}

async function readAudio(
  { ffmpeg, sandbox }: MediaTools,
  { input, facts, folder }: Transcription,
  output: PassThrough,
  signal: AbortSignal,
): Promise<void> {
  const limits = { seconds: maxSeconds, silentSeconds, memoryBytes: maxProbeBytes, fileBytes: maxFileBytes }
  try {
    await runProgram({
      program: ffmpeg,
      arguments: speechArguments(inputName(input), facts),
      folder,
      sandbox,
      limits,
      signal,
      niceness,
      output,
    })
  } catch (error) {
    if (error instanceof ProgramFailure && /matches no streams/.test(error.messages)) throw new SpeechFailure('no-audio', error)
    throw error instanceof ProgramFailure ? new SpeechFailure('unreadable', error) : error
  }
}

async function recognise(
  { sandbox }: MediaTools,
  { model, language, program, folder, cacheFolder, onProgress, onCue, onStart }: Transcription,
  input: PassThrough,
  signal: AbortSignal,
): Promise<Transcript> {
  const order: SpeechOrder = { model, detector: bundledDetector(), cacheFolder: resolve(cacheFolder), language }
  const cues: Cue[] = []
  let isReady = false
  let sentence: string | undefined
  let done: { seconds: number; language: string | undefined } | undefined
  const onLine = (line: string): boolean => {
    const message = readSpeechMessage(line)
    if (message?.kind === 'ready') isReady = true
    if (message?.kind === 'failed') sentence = message.sentence
    if (message?.kind === 'done') done = message
    if (message?.kind === 'progress') onProgress?.(message.seconds)
    if (message?.kind === 'cue') {
      cues.push(message.cue)
      onCue?.(message.cue)
    }
    return message !== undefined
  }
  const limits = { seconds: maxSeconds, silentSeconds, memoryBytes: memoryBytes(model), fileBytes: maxFileBytes + model.bytes }
  try {
    await runProgram({
      program: process.execPath,
      // A small heap is collected often, and with each collection the library frees the audio of utterances that are done.
      arguments: args`--max-old-space-size=64 --max-semi-space-size=1 ${program} ${JSON.stringify(order)}`,
      folder,
      sandbox,
      limits,
      signal,
      niceness,
      input,
      onLine,
      ...(onStart ? { onStart } : {}),
    })
  } catch (error) {
    throw error instanceof ProgramFailure ? speechFailureOf(error, isReady) : error
  }
  if (sentence !== undefined) throw new SpeechFailure('cannot-start', undefined, sentence)
  if (!done) throw new SpeechFailure('crashed')
  return {
    cues,
    language: language ?? done.language ?? (model.languages.length === 1 ? model.languages[0] : undefined),
    seconds: done.seconds,
  }
}
