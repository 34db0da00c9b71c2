import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'

const run = promisify(execFile)
const ffmpeg = (...options: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...options])

export interface SpeechClip {
  name: string
  path: string
  seconds: number
  /** What is said in it. */
  text: string
}

/** Read by the voices of flite: the Gettysburg Address, and sentences of the kind that people say in videos. */
const text =
  `Four score and seven years ago our fathers brought forth on this continent a new nation, conceived in liberty, and dedicated to the
proposition that all men are created equal. Now we are engaged in a great civil war, testing whether that nation, or any nation so conceived
and so dedicated, can long endure. We are met on a great battlefield of that war. We have come to dedicate a portion of that field, as a final
resting place for those who here gave their lives that that nation might live. It is altogether fitting and proper that we should do this.
But, in a larger sense, we cannot dedicate, we cannot consecrate, we cannot hallow this ground. The brave men, living and dead, who struggled
here, have consecrated it, far above our poor power to add or detract. The world will little note, nor long remember what we say here, but it
can never forget what they did here. Hello and welcome back to the workshop. Today I want to show you how to repair an old wooden chair with
very few tools. First we remove the broken leg and clean the joint. You need some sand paper, a small brush and a bottle of glue. Please wear
gloves, because the glue is hard to wash off. While it dries, let us look at the other side of the chair. There is a long crack in the seat,
and I think we can close it with two clamps. If you have a question, write it below the video, and I will answer as soon as I can. In the next
part we paint the chair dark green, and next week we will build a table that belongs to it. Thank you for watching, and see you soon.`.replaceAll(
    '\n',
    ' ',
  )

/** The same text in one of flite's voices. */
export async function fliteClip(folder: string, voice: string): Promise<SpeechClip> {
  const path = join(folder, `${voice}.mkv`)
  const file = join(folder, 'text.txt')
  await writeFile(file, text)
  await ffmpeg('-f', 'lavfi', '-i', `flite=textfile=${file}:voice=${voice}`, '-ar', '48000', '-c:a', 'aac', '-b:a', '96k', path)
  return { name: `flite ${voice}`, path, seconds: await secondsOf(path), text }
}

/** A tenth of a second. */
export async function silentClip(folder: string): Promise<SpeechClip> {
  const path = join(folder, 'silent.mkv')
  await ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono:d=0.1', '-c:a', 'flac', path)
  return { name: 'silence', path, seconds: 0.1, text: '' }
}

/** A minute each of silence, white noise, pink noise, a rising tone and a chord: nothing in it is speech. */
export async function wordlessClip(folder: string): Promise<SpeechClip> {
  const path = join(folder, 'wordless.mkv')
  const chord = '0.2*sin(2*PI*220*t)+0.2*sin(2*PI*277.2*t)+0.2*sin(2*PI*329.6*t)*(0.5+0.5*sin(2*PI*2*t))'
  const rising = '0.5*sin(2*PI*(100+20*t)*t)'
  const sources = [
    'anullsrc=r=16000:cl=mono:d=60',
    'anoisesrc=r=16000:c=white:a=0.3:d=60',
    'anoisesrc=r=16000:c=pink:a=0.5:d=60',
    `aevalsrc=${rising}:s=16000:d=60`,
    `aevalsrc=${chord}:s=16000:d=60`,
  ]
  const graph = `${sources.map((source, at) => `${source}[a${at}]`).join(';')};${sources.map((_, at) => `[a${at}]`).join('')}concat=n=${sources.length}:v=0:a=1`
  await ffmpeg('-f', 'lavfi', '-i', graph, '-c:a', 'flac', path)
  return { name: 'silence, noise and tones', path, seconds: 300, text: '' }
}

/** The same audio again and again. */
export async function repeated(folder: string, clip: SpeechClip, seconds: number): Promise<SpeechClip> {
  const path = join(folder, 'repeated.mkv')
  await ffmpeg('-stream_loop', '-1', '-i', clip.path, '-t', String(seconds), '-c', 'copy', path)
  return { ...clip, name: `${clip.name}, ${(seconds / 3600).toFixed(1)} h`, path, seconds }
}

const promptPackages = ['asterisk-core-sounds-en', 'asterisk-core-sounds-en-g722']
const pauseBytes = 0.8 * 16_000 * 2

/** Recorded prompts of a telephone system with their texts, from a package of Debian; undefined where it cannot be downloaded. */
export async function promptClip(folder: string): Promise<SpeechClip | undefined> {
  const unpacked = join(folder, 'prompts')
  await mkdir(unpacked)
  try {
    await run('apt-get', ['download', ...promptPackages], { cwd: folder })
    for (const name of await readdir(folder)) if (name.endsWith('.deb')) await run('dpkg-deb', ['-x', name, unpacked], { cwd: folder })
  } catch {
    return undefined
  }
  const list = gunzipSync(await readFile(join(unpacked, 'usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz'))).toString()
  // Names of letters and single words are no speech as in a video, and brackets describe sounds.
  const prompts = [...list.matchAll(/^([\w-]+): (.+)$/gm)].flatMap(([, name = '', said = '']) =>
    /[[\]<>]/.test(said) || said.split(/\s+/).length < 5 ? [] : [{ name, said }],
  )
  const raw = join(folder, 'prompts.raw')
  const output = createWriteStream(raw)
  const texts: string[] = []
  for (const { name, said } of prompts) {
    const file = join(unpacked, 'usr/share/asterisk/sounds/en_US_f_Allison', `${name}.g722`)
    if (!(await stat(file).catch(() => undefined))) continue
    const options = ['-v', 'error', '-f', 'g722', '-i', file, '-f', 's16le', '-ar', '16000', '-ac', '1', 'pipe:1']
    const { stdout } = await run('ffmpeg', options, { encoding: 'buffer', maxBuffer: 1 << 26 })
    output.write(Buffer.concat([stdout, Buffer.alloc(pauseBytes)]))
    texts.push(said)
  }
  await new Promise<void>((resolve) => output.end(resolve))
  const path = join(folder, 'prompts.mkv')
  await ffmpeg('-f', 's16le', '-ar', '16000', '-ac', '1', '-i', raw, '-c:a', 'aac', '-b:a', '96k', path)
  return { name: 'recorded prompts', path, seconds: await secondsOf(path), text: texts.join(' ') }
}

async function secondsOf(path: string): Promise<number> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path])
  return Number(stdout)
}
