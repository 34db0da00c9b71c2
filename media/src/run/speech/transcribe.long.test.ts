import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { args } from '../../arguments/args.ts'
import type { Cue } from '../../speech/split-cues.ts'
import { clipFolder, makeClip, moving, testMediaTools } from '../../testing/clips.ts'
import { builtSpeechProgram } from '../../testing/speech-program.ts'
import { bundledModel } from './bundled-model.ts'
import { readModelFolder } from './model-folder.ts'
import { type Transcription, transcribe } from './transcribe.ts'

const folder = clipFolder()
const program = builtSpeechProgram()
const mediaTools = await testMediaTools()
const model = await bundledModel()

/** Seconds into the clip at which somebody speaks. */
const speechAt = 3
const spoken = 'The first video was recorded in the garden. It shows a small dog, two children and a very old tree.'

/** A second of a tone, silence, speech, silence. The audio track starts later than the pictures, so its own clock would be wrong. */
const speechClip = (path: string): Promise<string> =>
  makeClip(
    path,
    ...moving('64x64', 5, 12),
    ...args`-itsoffset ${speechAt - 2} -f lavfi -i ${`sine=440:d=1,aresample=16000[tone];anullsrc=r=16000:cl=mono:d=1[pause];flite=text='${spoken}':voice=slt[speech];anullsrc=r=16000:cl=mono:d=1.5[end];[tone][pause][speech][end]concat=n=4:v=0:a=1`}`,
    ...args`-map 0:v -map 1:a -c:v mpeg4 -c:a aac -b:a 96k`,
  )

const silence = (path: string, seconds: number): Promise<string> =>
  makeClip(path, ...args`-f lavfi -i anullsrc=r=16000:cl=mono -t ${seconds} -c:a flac`)

const transcription = async (input: string, more: Partial<Transcription> = {}): Promise<Transcription> => {
  const run = join(dirname(input), `run-${crypto.randomUUID()}`)
  await mkdir(run)
  const cacheFolder = folder.path('cache')
  return { input, model, program: program(), folder: run, cacheFolder, signal: new AbortController().signal, ...more }
}

async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return status !== '' && !/^State:\s+Z/m.test(status)
}

describe('automatic captions', () => {
  it('write down what is said, at its time, and nothing for tones and silence', async () => {
    const clip = await speechClip(folder.path('speech.mkv'))
    const streamed: Cue[] = []
    const progress: number[] = []
    const options = { onCue: (cue: Cue) => void streamed.push(cue), onProgress: (seconds: number) => void progress.push(seconds) }
    const { cues, language, seconds } = await transcribe(mediaTools, await transcription(clip, options))
    const text = cues.map((cue) => cue.text.replaceAll('\n', ' ')).join(' ')
    const words = text.toLowerCase().split(/[^a-z]+/)
    const missed = spoken
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.filter((word) => !words.includes(word))
    expect(missed?.length, text).toBeLessThanOrEqual(2)
    expect(words.length, text).toBeLessThan(24)
    expect(cues[0]?.start).toBeGreaterThan(speechAt - 0.2)
    expect(cues[0]?.start).toBeLessThan(speechAt + 0.5)
    expect(cues.at(-1)?.end).toBeLessThan(seconds - 0.5)
    expect(cues.every((cue) => cue.text.split('\n').every((line) => line.length <= 42))).toBe(true)
    expect(cues).toEqual(streamed)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress[0]).toBe(5)
    expect(language).toBe('en')
    // Both files are made once, and nothing else is left.
    expect(await readdir(folder.path('cache'))).toEqual([expect.stringMatching(/^decoder-\w+\.onnx$/), 'moonshine-tokens-1.txt'])
  })

  it('end with an abort, and leave no process', async () => {
    const clip = await silence(folder.path('long.mkv'), 600)
    const abort = new AbortController()
    const pids: number[] = []
    const run = transcribe(
      mediaTools,
      await transcription(clip, {
        signal: abort.signal,
        onStart: (pid) => void pids.push(pid),
        onProgress: () => abort.abort(new Error('cancelled by its owner')),
      }),
    )
    await expect(run).rejects.toThrow('cancelled by its owner')
    expect(pids).toHaveLength(1)
    for (const pid of pids) expect(await isRunning(pid)).toBe(false)
  })

  it('explain a recogniser that was killed', async () => {
    const clip = await silence(folder.path('killed.mkv'), 600)
    const run = transcribe(mediaTools, await transcription(clip, { onStart: (pid) => void process.kill(pid, 'SIGKILL') }))
    await expect(run).rejects.toMatchObject({ failure: 'killed', message: expect.stringContaining('stopped speech recognition') })
  })

  it('explain a damaged model', async () => {
    const damaged = folder.path('damaged')
    await mkdir(damaged)
    if (!('mergedDecoder' in model.files)) throw new Error('the bundled model has other files')
    await copyFile(model.files.encoder, join(damaged, 'encoder_model.onnx'))
    await writeFile(join(damaged, 'decoder_model_merged.onnx'), Buffer.alloc(100_000, 'not a model'))
    const clip = await silence(folder.path('short.mkv'), 1)
    const run = transcribe(mediaTools, await transcription(clip, { model: await readModelFolder(damaged) }))
    await expect(run).rejects.toMatchObject({ failure: 'bad-model', message: expect.stringContaining('could not be loaded') })
  })

  it('explain a cache folder that cannot be written to', async () => {
    const clip = await silence(folder.path('no-cache.mkv'), 1)
    const run = transcribe(mediaTools, await transcription(clip, { cacheFolder: join(clip, 'below-a-file') }))
    await expect(run).rejects.toMatchObject({ failure: 'cannot-start', message: expect.stringContaining('could not be prepared') })
  })

  it('explain a video without sound, and a file that is none', async () => {
    const silent = await makeClip(folder.path('silent.mkv'), ...moving('64x64', 5, 1), ...args`-c:v mpeg4`)
    await expect(transcribe(mediaTools, await transcription(silent))).rejects.toMatchObject({ failure: 'no-audio' })
    await writeFile(folder.path('text.mkv'), 'no video')
    await expect(transcribe(mediaTools, await transcription(folder.path('text.mkv')))).rejects.toMatchObject({ failure: 'unreadable' })
  })
})
