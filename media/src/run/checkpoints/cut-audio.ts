import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AudioSample, type AudioTrack, readAudioSamples, readAudioTrack, writeAudioFragment } from '../../mp4/audio-samples.ts'
import { viewOfBytes } from '../../mp4/mp4-boxes.ts'
import { readCodecs } from '../../mp4/segment-index.ts'
import { silentFrame } from '../../mp4/silent-frame.ts'
import { headOfTrack } from '../../mp4/single-track.ts'
import { earlyEnds } from '../../planning/early-groups.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import type { ChunkFile } from './cut-checkpoints.ts'
import { GrowingFile } from './growing-file.ts'

/** A few seconds of audio. How many samples it has depends on its number alone, so every worker cuts the same chunks, from whichever file. */
export interface AudioChunk extends ChunkFile {
  number: number
}

const chunkFile = (number: number): string => `audio-${number}.mp4`

/** As long as the groups of pictures, so that neither track runs ahead of the other where encoding has got to. */
const chunkSeconds = 2
const maxRestSeconds = 0.5

/** Of AAC in its usual form, which is all that is encoded or copied. */
const pulsesPerSample = 1024

/** When so many chunks end, in seconds: with the groups of pictures, of which the first ones are short. */
const endOf = (chunks: number, early: readonly number[]): number =>
  early[chunks - 1] ?? (early.at(-1) ?? 0) + Math.max(0, chunks - early.length) * chunkSeconds

/** Seconds. Audio that ends this much before the pictures counts as ended when it has reached the end that the source names, or nearly. */
const endMargin = 0.1

/**
 * Cuts chunks of audio from a file that ffmpeg is writing, and in which audio is the last track. Where it ends before the pictures, silence
 * follows: players wait for audio as long as its track may go on, and stop at its end while pictures are still being added.
 */
export class AudioCutter {
  private readonly path: string
  private readonly folder: string
  private readonly plan: MediaPlan
  private readonly early: readonly number[]
  private file: GrowingFile<object>
  private track: AudioTrack | undefined
  /** Fragments whose samples have been read. */
  private readCount = 0
  private waiting: AudioSample[] = []
  private chunkCount = 0
  /** The decode time of the next sample. */
  private time = 0
  /** Seconds of audio in the file, as far as it has been read. */
  private seconds = 0
  private isPadded = false

  constructor(path: string, folder: string, plan: MediaPlan) {
    this.path = path
    this.folder = folder
    this.plan = plan
    this.early = earlyEnds(plan.facts)
    this.file = new GrowingFile(path, () => ({}))
  }

  /** After the pass, when the fragments have their final places. */
  reopen(): void {
    this.file = new GrowingFile(this.path, () => ({}))
  }

  /** The next chunk, if there is enough for one, or if the pass is over and anything is left. */
  async cut(isOver: boolean): Promise<AudioChunk | undefined> {
    if (!(await this.readOn())) return undefined
    this.track ??= this.file.head && readAudioTrack(this.file.head)
    const { track } = this
    if (!track) return undefined
    while (!this.isEnough(track) && this.readCount < this.file.fragments.length && !this.isPadded) {
      const bytes = await this.file.bytesOf(this.readCount, this.readCount + 1)
      if (!bytes?.[0]) return undefined
      const samples = readAudioSamples(viewOfBytes(bytes[0]), track)
      this.waiting.push(...samples)
      this.seconds += samples.reduce((sum, { duration }) => sum + duration, 0) / track.timescale
      this.readCount += 1
    }
    if (this.hasEnded(isOver)) this.addSilence(track)
    return this.isEnough(track) || (isOver && this.waiting.length > 0) ? this.write(track) : undefined
  }

  private hasEnded(isOver: boolean): boolean {
    if (isOver) return this.readCount === this.file.fragments.length
    const { audio, video, origin } = this.plan.facts
    const isShort = audio !== undefined && audio.end < video.end - maxRestSeconds
    return isShort && this.seconds >= audio.end - origin - endMargin
  }

  /** Up to the end of the pictures, as if the source had it. */
  private addSilence(track: AudioTrack): void {
    const { facts, audio } = this.plan
    if (this.isPadded || !audio) return
    this.isPadded = true
    const each = this.sampleDuration(track)
    const missing = Math.ceil(((facts.video.end - facts.origin - this.seconds) * track.timescale) / each)
    if (missing <= 0) return
    // Otherwise the times of what follows would depend on whether a worker has seen the short last sample.
    this.waiting = this.waiting.map(({ bytes, duration }) => ({ bytes, duration: Math.max(duration, each) }))
    const sample = { bytes: silentFrame(audio.channels), duration: each }
    for (let count = 0; count < missing && this.waiting.length > 0; count += 1) this.waiting.push(sample)
  }

  /** More than a chunk is needed, so that the last one can take what little is left. */
  private isEnough(track: AudioTrack): boolean {
    return this.waiting.length > this.sampleCount(track) + this.maxRest(track)
  }

  /** The most samples that are added to the last chunk: players do not load a chunk that starts at the end of the pictures. */
  private maxRest(track: AudioTrack): number {
    return Math.ceil((maxRestSeconds * track.timescale) / this.sampleDuration(track))
  }

  /** In ticks. The last sample of a file may be shorter, and one before a gap of the source longer. */
  private sampleDuration({ timescale }: AudioTrack): number {
    return Math.round((pulsesPerSample * timescale) / (this.plan.audio?.sampleRate ?? timescale))
  }

  /** False when ffmpeg has moved the fragments: the rest is read after the pass. */
  private async readOn(): Promise<boolean> {
    try {
      await this.file.readOn()
      return true
    } catch (error) {
      if (await this.file.isMoved()) return false
      throw error
    }
  }

  private sampleCount(track: AudioTrack): number {
    const each = this.sampleDuration(track)
    const samplesUntil = (chunks: number): number => (chunks === 0 ? 0 : Math.ceil((endOf(chunks, this.early) * track.timescale) / each))
    return samplesUntil(this.chunkCount + 1) - samplesUntil(this.chunkCount)
  }

  private async write(track: AudioTrack): Promise<AudioChunk> {
    const samples = this.waiting.splice(0, this.isEnough(track) ? this.sampleCount(track) : this.waiting.length)
    const number = this.chunkCount
    const head = this.file.head ? headOfTrack(this.file.head, 'last') : new Uint8Array()
    const content = Buffer.concat([head, writeAudioFragment(number, this.time, samples)])
    const path = join(this.folder, chunkFile(number))
    await writeFile(path, content)
    const ticks = samples.reduce((sum, { duration }) => sum + duration, 0)
    this.time += ticks
    this.chunkCount += 1
    const codec = readCodecs(viewOfBytes(head))[0] ?? ''
    return { number, path, headBytes: head.length, bytes: content.length, seconds: ticks / track.timescale, codec }
  }
}
