import { open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { args } from '../../arguments/args.ts'
import { inputArguments } from '../../arguments/input-allowlist.ts'
import { PacketLog, type PacketTracks, scanArguments } from '../../probing/packet-log.ts'
import {
  frameArguments,
  type Probed,
  type ProbedFrame,
  type ProbedStream,
  promisedFrame,
  readFrames,
  readProbe,
} from '../../probing/read-probe.ts'
import { chooseAudio, chooseVideo, readSource } from '../../probing/read-source.ts'
import { Refusal, refusalFromMessages } from '../../probing/refusal.ts'
import { defaultLimits, type SourceFacts, type SourceLimits } from '../../probing/source-facts.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { ProgramFailure, runProgram } from '../ffmpeg/run-program.ts'
import { readRenditionBoxes } from './read-rendition.ts'

const probeSeconds = 120
/** The index of eight hours at 60 pictures a second takes 120 MB; a header of 1,600 bytes can ask for any amount. */
const scanBytes = 384 * 1024 ** 2
/** Some pictures of the size that the file says beside what the scan takes. */
const sampleBytes = (pixels: number): number => 256 * 1024 ** 2 + pixels * 14
/** The most memory that one look at a file takes; the limits in deploy/kubernetes reckon with it. */
export const maxProbeBytes = sampleBytes(defaultLimits.maxPixels)
/** Above 4K a picture takes 50 to 100 MB, so fewer are decoded. */
const largePixels = 9_000_000
const sampledLarge = 4
const mostPackets = 6_000_000
/** Packets of all tracks to decode: enough to see that they decode and are interlaced. */
const sampledPackets = 12
/** Packets of one track, when a file begins with another one alone or in the middle of a group. */
const sampledAlone = 300

interface Probe {
  mediaTools: MediaTools
  path: string
  signal: AbortSignal
  limits: SourceLimits
  /** Codecs of sound and subtitles outside our list that this file may name, so that its pictures can be read. */
  tolerated: readonly string[]
}

/** Everything we know of a stranger's file. Throws a Refusal with a sentence for what is not a video we can take. */
export async function probeFile(
  mediaTools: MediaTools,
  path: string,
  signal: AbortSignal,
  limits: SourceLimits = defaultLimits,
): Promise<SourceFacts> {
  const { size } = await stat(path)
  if (size === 0) throw new Refusal('empty-file')
  const { probe, probed, log } = await scanTolerantly({ mediaTools, path: resolve(path), signal, limits, tolerated: [] })
  const video = chooseVideo(probed, log)
  const chosenAudio = chooseAudio(probed, log, probe.tolerated)
  if (Math.max(video.width, video.height) > limits.maxSide || video.width * video.height > limits.maxPixels) {
    throw new Refusal('too-many-pixels')
  }
  const { frames, damaged } = await readFirstFrames(probe, video, chosenAudio)
  // A sound track that has a name but no decoder would take the whole job down with it.
  const audio = chosenAudio && frames.some(({ track }) => track === chosenAudio.index) ? chosenAudio : undefined
  return readSource({ probed, log, video, audio, frames: frames.filter(({ track }) => track === video.index), damaged, size, limits })
}

/** The same for a file we made ourselves: its own tables are read, and ffprobe is asked only if there is anything unusual in them. */
export async function probeRendition(
  mediaTools: MediaTools,
  path: string,
  signal: AbortSignal,
  limits: SourceLimits,
): Promise<SourceFacts> {
  const boxes = await readRenditionBoxes(path)
  const { size } = await stat(path)
  if (boxes) return readPromised(boxes.probed, boxes, size, limits)
  const { probed, log } = await scan({ mediaTools, path: resolve(path), signal, limits, tolerated: [] })
  return readPromised(probed, log, size, limits)
}

function readPromised(probed: Probed, log: PacketTracks, size: number, limits: SourceLimits): SourceFacts {
  const video = chooseVideo(probed, log)
  return readSource({ probed, log, video, audio: chooseAudio(probed, log), frames: [promisedFrame(video)], damaged: false, size, limits })
}

const mostTolerated = 3

/**
 * ffprobe gives up on the whole file when the codec of one track is not on the list. If that is a sound or a subtitle, it may be named and
 * its track is left out: ffmpeg, which makes the videos, never opens it.
 */
async function scanTolerantly(probe: Probe): Promise<{ probe: Probe; probed: Probed; log: PacketLog }> {
  try {
    return { probe, ...(await scan(probe)) }
  } catch (error) {
    const codec = error instanceof Refusal ? error.codec : undefined
    const harmless = codec !== undefined && probe.mediaTools.nonVideoDecoders.has(codec)
    if (!harmless || probe.tolerated.length >= mostTolerated) throw error
    try {
      return await scanTolerantly({ ...probe, tolerated: [...probe.tolerated, codec] })
    } catch (thumbnail) {
      throw thumbnail instanceof Refusal ? error : thumbnail
    }
  }
}

async function scan(probe: Probe): Promise<{ probed: Probed; log: PacketLog }> {
  const log = new PacketLog()
  const enough = new AbortController()
  const signal = AbortSignal.any([probe.signal, enough.signal])
  const messages = await ffprobe({ ...probe, signal }, scanArguments, scanBytes, (line) => {
    if (log.packets < mostPackets) log.add(line)
    else enough.abort(new Refusal('too-many-frames'))
  })
  const probed = readProbe(log.header())
  if (!probed) throw refusalFromMessages(messages, await headOf(probe.path))
  return { probed, log }
}

async function readFirstFrames(
  probe: Probe,
  video: ProbedStream,
  chosenAudio: ProbedStream | undefined,
): Promise<{ frames: ProbedFrame[]; damaged: boolean }> {
  const first = await sample(probe, video, video.width * video.height > largePixels ? sampledLarge : sampledPackets)
  const frames = [...first.frames]
  let damaged = first.messages.includes(`[${video.codec} @`)
  const has = ({ index }: ProbedStream): boolean => frames.some(({ track }) => track === index)
  for (const track of [video, ...(chosenAudio ? [chosenAudio] : [])]) {
    if (has(track)) continue
    const alone = await sample(probe, video, sampledAlone, track)
    frames.push(...alone.frames)
    damaged ||= track === video && alone.messages.includes(`[${video.codec} @`)
    if (track !== video || has(video)) continue
    if (/exceeds specified max pixel count/.test(alone.messages)) throw new Refusal('too-many-pixels')
    if (/Unsupported codec|not found|not currently supported/.test(alone.messages)) throw new Refusal('unsupported-codec')
    throw new Refusal('damaged')
  }
  return { frames, damaged }
}

/** Decodes the first packets of the file, or of one track. Nobody looks at these pictures, so their edges are not smoothed. */
async function sample(
  probe: Probe,
  { width, height }: ProbedStream,
  packets: number,
  only?: ProbedStream,
): Promise<{ frames: ProbedFrame[]; messages: string }> {
  const lines: string[] = []
  const which = only ? args`-select_streams ${only.index}` : []
  const amount = args`-read_intervals %+#${packets} -skip_loop_filter all`
  const messages = await ffprobe(probe, [...frameArguments, ...which, ...amount], sampleBytes(width * height), (line) => lines.push(line))
  return { frames: readFrames(lines.join('\n')), messages }
}

/** Runs ffprobe and answers what it said on the side. A file that breaks off in the middle fails at its end and has told enough before. */
async function ffprobe(
  { mediaTools, path, signal, limits, tolerated }: Probe,
  what: readonly string[],
  memoryBytes: number,
  onLine: (line: string) => void,
): Promise<string> {
  try {
    const { messages } = await runProgram({
      program: mediaTools.ffprobe,
      arguments: args`-hide_banner -loglevel level+error ${what} ${inputArguments(path, limits.maxPixels, tolerated)}`,
      folder: dirname(path),
      sandbox: mediaTools.sandbox,
      limits: { seconds: probeSeconds, silentSeconds: probeSeconds, memoryBytes, fileBytes: 1 << 20 },
      signal,
      onLine: (line) => {
        onLine(line)
        return true
      },
      nice: false,
    })
    return messages.text()
  } catch (error) {
    if (!(error instanceof ProgramFailure)) throw error
    if (error.failure === 'stuck' || error.failure === 'time-limit') throw new Refusal('took-too-long')
    if (error.failure === 'memory-limit') throw new Refusal('too-much-memory')
    if (error.failure === 'cannot-start' || error.failure === 'killed') throw error
    return error.messages
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const head = new Uint8Array(16)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
