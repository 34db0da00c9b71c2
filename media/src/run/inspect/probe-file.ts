import { open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { args } from '../../arguments/args.ts'
import { inputArguments } from '../../arguments/input-allowlist.ts'
import { headerArguments, PacketLog, type PacketTracks, scanArguments } from '../../probing/packet-log.ts'
import {
  frameArguments,
  frameFromHeader,
  type Probed,
  type ProbedFrame,
  type ProbedStream,
  readFrames,
  readProbe,
} from '../../probing/read-probe.ts'
import { chooseAudio, chooseVideo, readSource } from '../../probing/read-source.ts'
import { Refusal, refusalFromMessages } from '../../probing/refusal.ts'
import { defaultLimits, type SourceFacts, type SourceLimits } from '../../probing/source-facts.ts'
import { inputName } from '../ffmpeg/input-name.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { ProgramFailure, runProgram } from '../ffmpeg/run-program.ts'
import { readRenditionBoxes } from './read-rendition.ts'
import { type FileTables, readTables } from './read-tables.ts'

const probeSeconds = 120
/** The index of eight hours at 60 frames per second takes 120 MB; a crafted header of 1,600 bytes could request any amount. */
const scanBytes = 384 * 1024 ** 2
/** The scan, plus some frames of the size in the header. */
const sampleBytes = (pixels: number): number => 256 * 1024 ** 2 + pixels * 14
/** The most memory that probing one file takes; the limits in deploy/kubernetes include it. */
export const maxProbeBytes = sampleBytes(defaultLimits.maxPixels)
/** Above 4K a frame takes 50 to 100 MB, so fewer are decoded. */
const largePixels = 9_000_000
const sampledLarge = 4
const maxPackets = 6_000_000
/** Packets of all tracks to decode: enough to detect damage and interlacing. */
const sampledPackets = 12
/** Packets of one track, for files that start with another track or in the middle of a group. */
const sampledAlone = 300

/** A file that may still be on its way to this machine. */
export interface ArrivingFile {
  /** Where it is, or will be. */
  path: string
  /** The same, or an address that waits for what has not arrived. */
  now(): string
  whole(): Promise<unknown>
}

interface Probe {
  mediaTools: MediaTools
  path: string
  /** What ffprobe reads: the path, or an address. */
  input: string
  signal: AbortSignal
  limits: SourceLimits
  /** Audio and subtitle codecs outside the allowlist that are tolerated so that the video can be read. */
  tolerated: readonly string[]
  /** All of the file is read, whatever its own tables say. */
  isInFull?: boolean
}

/** Probes an untrusted file. Throws a Refusal with a sentence for people if it is not a usable video. */
export async function probeFile(
  mediaTools: MediaTools,
  file: string | ArrivingFile,
  signal: AbortSignal,
  limits: SourceLimits = defaultLimits,
  { isInFull = false }: Pick<Probe, 'isInFull'> = {},
): Promise<SourceFacts> {
  const { path, now, whole } = typeof file === 'string' ? inFile(file) : file
  const input = now()
  if (input === path) await refuseEmpty(path)
  try {
    return await probeInput({ mediaTools, path, input, signal, limits, tolerated: [], isInFull }, whole)
  } catch (error) {
    // A refusal counts only when all of the file could be read.
    await whole()
    throw error
  }
}

async function probeInput(given: Probe, whole: () => Promise<unknown>): Promise<SourceFacts> {
  const { limits, path } = given
  const scanned = await scanTolerantly(given)
  // What was listed by reading the file counts only when all of it could be read; its own tables say the same before that.
  if (!scanned.tables) await whole()
  const { probed, log } = scanned
  const probe = scanned.tables ? scanned.probe : { ...scanned.probe, input: path }
  const size = scanned.tables?.size ?? (await stat(path)).size
  const video = chooseVideo(probed, log)
  const chosenAudio = chooseAudio(probed, log, probe.tolerated)
  if (Math.max(video.width, video.height) > limits.maxSide || video.width * video.height > limits.maxPixels) {
    throw new Refusal('too-many-pixels')
  }
  const { frames, damaged } = await readFirstFrames(probe, video, chosenAudio)
  // An audio track without a decoder would fail the whole job.
  const audio = chosenAudio && frames.some(({ track }) => track === chosenAudio.index) ? chosenAudio : undefined
  return readSource({ probed, log, video, audio, frames: frames.filter(({ track }) => track === video.index), damaged, size, limits })
}

const inFile = (path: string): ArrivingFile => ({ path, now: () => path, whole: async () => {} })

async function refuseEmpty(path: string): Promise<void> {
  const { size } = await stat(path)
  if (size === 0) throw new Refusal('empty-file')
}

/** The same for one of our own files: its tables are read directly, and ffprobe runs only if they are unusual. */
export async function probeRendition(
  mediaTools: MediaTools,
  path: string,
  signal: AbortSignal,
  limits: SourceLimits,
): Promise<SourceFacts> {
  const boxes = await readRenditionBoxes(path)
  const { size } = await stat(path)
  if (boxes) return readFromHeader(boxes.probed, boxes, size, limits)
  const { probed, log } = await scan({ mediaTools, path, input: path, signal, limits, tolerated: [] })
  return readFromHeader(probed, log, size, limits)
}

function readFromHeader(probed: Probed, log: PacketTracks, size: number, limits: SourceLimits): SourceFacts {
  const video = chooseVideo(probed, log)
  return readSource({ probed, log, video, audio: chooseAudio(probed, log), frames: [frameFromHeader(video)], damaged: false, size, limits })
}

const maxTolerated = 3

/**
 * ffprobe fails on the whole file when the codec of one track is not on the allowlist. An audio or subtitle codec is then tolerated for the
 * probe and its track is left out: ffmpeg, which encodes, never opens it.
 */
async function scanTolerantly(probe: Probe): Promise<Scanned & { probe: Probe }> {
  try {
    return { probe, ...(await scan(probe)) }
  } catch (error) {
    const codec = error instanceof Refusal ? error.codec : undefined
    const isHarmless = codec !== undefined && probe.mediaTools.nonVideoDecoders.has(codec)
    if (!isHarmless || probe.tolerated.length >= maxTolerated) throw error
    try {
      return await scanTolerantly({ ...probe, tolerated: [...probe.tolerated, codec] })
    } catch (next) {
      throw next instanceof Refusal ? error : next
    }
  }
}

interface Scanned {
  probed: Probed
  log: PacketTracks
  /** Where the packets come from, if not from reading all of the file. */
  tables: FileTables | undefined
}

/** Lists every packet. Those of a large file come from its own tables where they say enough, because reading all of it takes seconds. */
async function scan(probe: Probe): Promise<Scanned> {
  const tables = probe.isInFull ? undefined : await readTables(probe.input, probe.signal)
  const log = new PacketLog()
  const tooMany = new AbortController()
  const signal = AbortSignal.any([probe.signal, tooMany.signal])
  const messages = await ffprobe({ ...probe, signal }, tables ? headerArguments : scanArguments, scanBytes, (line) => {
    if (log.packets < maxPackets) log.add(line)
    else tooMany.abort(new Refusal('too-many-frames'))
  })
  const probed = readProbe(log.header())
  if (!probed) throw refusalFromMessages(messages, await headOf(probe.path))
  return { probed, log: tables ?? log, tables }
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

/** Decodes the first packets of the file or of one track, without the loop filter, which only matters for viewing. */
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

/** Runs ffprobe and returns its stderr. A truncated file fails at its end, after everything useful was read. */
async function ffprobe(
  { mediaTools, path, input, signal, limits, tolerated }: Probe,
  what: readonly string[],
  memoryBytes: number,
  onLine: (line: string) => void,
): Promise<string> {
  try {
    const { messages } = await runProgram({
      program: mediaTools.ffprobe,
      arguments: args`-hide_banner -loglevel level+error ${what} ${inputArguments(inputName(input), limits.maxPixels, tolerated)}`,
      folder: dirname(resolve(path)),
      sandbox: mediaTools.sandbox,
      limits: { seconds: probeSeconds, silentSeconds: probeSeconds, memoryBytes, fileBytes: 1 << 20 },
      signal,
      onLine: (line) => {
        onLine(line)
        return true
      },
      niceness: 0,
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
