import { speechRate } from './speech-rate.ts'

/** Samples over which a quiet spot is measured: 80 ms. */
const spotSamples = 0.08 * speechRate
const stepSamples = 0.01 * speechRate

/** The last seconds of the audio, by the position of a sample since the start. Memory does not grow with the length of the audio. */
export class SampleRing {
  private readonly samples: Float32Array
  /** Position after the last sample. */
  end = 0

  constructor(seconds: number) {
    this.samples = new Float32Array(Math.ceil(seconds * speechRate))
  }

  /** Position of the oldest sample that is still there. */
  get start(): number {
    return Math.max(0, this.end - this.samples.length)
  }

  add(samples: Float32Array): void {
    const size = this.samples.length
    const last = samples.length > size ? samples.subarray(samples.length - size) : samples
    this.end += samples.length
    const at = (this.end - last.length) % size
    const first = last.subarray(0, size - at)
    this.samples.set(first, at)
    this.samples.set(last.subarray(first.length), 0)
  }

  /** A copy of the samples between two positions, without what is not there any more or not yet. */
  slice(from: number, to: number): Float32Array {
    const begin = Math.max(this.start, Math.round(from))
    const copy = new Float32Array(Math.max(0, Math.min(this.end, Math.round(to)) - begin))
    const at = begin % this.samples.length
    const first = this.samples.subarray(at, at + copy.length)
    copy.set(first)
    copy.set(this.samples.subarray(0, copy.length - first.length), first.length)
    return copy
  }

  /** The middle of the quietest 80 ms between two positions; of equally quiet ones that nearest to the middle of the range. */
  quietest(from: number, to: number): number {
    const middle = (from + to) / 2
    const samples = this.slice(from, to)
    const begin = Math.max(this.start, Math.round(from))
    let best = { energy: Number.POSITIVE_INFINITY, position: Math.round(middle) }
    for (let at = 0; at + spotSamples <= samples.length; at += stepSamples) {
      const energy = energyOf(samples.subarray(at, at + spotSamples))
      const position = begin + at + spotSamples / 2
      const isNearer = energy === best.energy && Math.abs(position - middle) < Math.abs(best.position - middle)
      if (energy < best.energy || isNearer) best = { energy, position }
    }
    return best.position
  }
}

const energyOf = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample * sample, 0)

/** The mean level in dB relative to full scale. */
export const levelOf = (samples: Float32Array): number => 10 * Math.log10(energyOf(samples) / Math.max(1, samples.length))

/** 16-bit samples as a pipe delivers them, in windows of a fixed size; a chunk may end inside a sample. */
export class WindowReader {
  private rest = Buffer.alloc(0)
  private readonly bytes: number

  constructor(windowSamples: number) {
    this.bytes = windowSamples * 2
  }

  *read(chunk: Buffer): Generator<Float32Array> {
    const all = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk
    let at = 0
    for (; at + this.bytes <= all.length; at += this.bytes) yield samplesOf(all, at, this.bytes)
    this.rest = Buffer.from(all.subarray(at))
  }

  /** The last window, filled with silence. Undefined when nothing is left. */
  last(): Float32Array | undefined {
    if (this.rest.length < 2) return undefined
    const padded = Buffer.alloc(this.bytes)
    this.rest.copy(padded, 0, 0, this.rest.length - (this.rest.length % 2))
    return samplesOf(padded, 0, this.bytes)
  }
}

const samplesOf = (bytes: Buffer, at: number, length: number): Float32Array => {
  const samples = new Float32Array(length / 2)
  for (let index = 0; index < samples.length; index += 1) samples[index] = bytes.readInt16LE(at + index * 2) / 32_768
  return samples
}
