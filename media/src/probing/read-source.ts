import { bitDepthOf, chromaOf, readColour } from './colour.ts'
import { notesOnSubtitles, readEmbeddedTexts } from './embedded/embedded-texts.ts'
import { readFrameTiming } from './frame-timing.ts'
import { withoutHiddenFrames } from './hidden-frames.ts'
import { orientationOf, plausibleAspect, shownSize } from './orientation.ts'
import { maxPrimingPackets, type PacketTracks, type TrackPackets } from './packet-log.ts'
import { parseRatio, type Ratio, toNumber } from './ratio.ts'
import type { Probed, ProbedFrame, ProbedStream } from './read-probe.ts'
import { Refusal } from './refusal.ts'
import type { AudioTrack, SourceFacts, SourceLimits, VideoTrack } from './source-facts.ts'

/** The video track to use: one with packets, the default one first. Cover art is no video. */
export function chooseVideo(probed: Probed, log: PacketTracks): ProbedStream {
  const moving = probed.streams.filter((stream) => stream.type === 'video' && !stream.isAttachedPicture)
  if (moving.length === 0) throw new Refusal(probed.streams.some((stream) => stream.type === 'audio') ? 'audio-only' : 'not-a-video')
  if (moving.every((stream) => stream.encrypted)) throw new Refusal('encrypted')
  const usable = moving.filter((stream) => stream.codec !== undefined && stream.width > 0 && stream.height > 0 && !stream.encrypted)
  const filled = usable.filter((stream) => (log.tracks.get(stream.index)?.times.length ?? 0) > 0)
  // A single frame beside a moving track is cover art that the container does not mark as such.
  const moves = filled.filter((stream) => (log.tracks.get(stream.index)?.times.length ?? 0) > 1)
  const best = moves.length > 0 ? moves : filled
  const chosen = best.find((stream) => stream.isDefault) ?? best[0]
  if (chosen) return chosen
  if (moving.every((stream) => stream.codec === undefined)) throw new Refusal('unsupported-codec')
  throw new Refusal('damaged')
}

/** Tracks with a `refused` codec are not used. */
export function chooseAudio(probed: Probed, log: PacketTracks, refused: readonly string[] = []): ProbedStream | undefined {
  const usable = probed.streams.filter(
    (stream) =>
      stream.type === 'audio' &&
      stream.codec !== undefined &&
      !refused.includes(stream.codec) &&
      stream.channels > 0 &&
      stream.sampleRate > 0 &&
      !stream.encrypted &&
      (log.tracks.get(stream.index)?.times.length ?? 0) > 0,
  )
  return usable.find((stream) => stream.isDefault) ?? usable[0]
}

export interface SourceReading {
  probed: Probed
  log: PacketTracks
  video: ProbedStream
  audio: ProbedStream | undefined
  /** The first decoded frames of the video track. */
  frames: readonly ProbedFrame[]
  /** The decoder reported errors in them. */
  damaged: boolean
  /** Bytes of the file. */
  size: number
  limits: SourceLimits
}

/** Seconds. Audio this much ahead of the video is an encoder's priming, which decoders discard. */
const maxPrimingSeconds = 0.05

export function readSource(reading: SourceReading): SourceFacts {
  const { probed, log, limits } = reading
  const video = readVideo(reading)
  const audio = readAudio(reading.audio, log.tracks, video.end - video.start, probed.duration)
  const origin = audio && video.start - audio.start > maxPrimingSeconds ? audio.start : video.start
  const duration = Math.max(video.end, audio?.end ?? video.end) - origin
  if (duration > limits.maxSeconds) throw new Refusal('too-long')
  return {
    container: containerName(probed, video.codec),
    duration,
    declaredDuration: probed.duration,
    size: reading.size,
    bitrate: duration > 0 ? Math.round((reading.size * 8) / duration) : 0,
    start: probed.start,
    origin,
    video,
    audio,
    embedded: readEmbeddedTexts(probed, log, origin),
    notes: notesOn(reading),
    ...(log.isAssumed && { isAssumed: true }),
    ...(log.isFromIndex && { isFromIndex: true }),
  }
}

function readVideo({ video: stream, log, frames, damaged, limits }: SourceReading): VideoTrack {
  const first = frames[0]
  const packets = log.tracks.get(stream.index)
  if (!first || !packets) throw new Refusal('damaged')
  if (packets.times.length > limits.maxFrames) throw new Refusal('too-many-frames')
  // Where header and stream differ, the decoded frame is right.
  const stored = { width: first.width || stream.width, height: first.height || stream.height }
  const sampleAspect = plausibleAspect(parseRatio(stream.sampleAspect) ?? parseRatio(first.sampleAspect))
  const { rotation, mirrored } = orientationOf(stream.displayMatrix)
  const shown = shownSize(stored, sampleAspect, rotation)
  if (Math.max(shown.width, shown.height, stored.width, stored.height) > limits.maxSide || shown.width * shown.height > limits.maxPixels) {
    throw new Refusal('too-many-pixels')
  }
  const pixelFormat = first.pixelFormat ?? stream.pixelFormat ?? 'yuv420p'
  const timing = readFrameTiming(stream.codec === 'vp8' ? withoutHiddenFrames(packets) : packets, claimedRates(stream))
  const seconds = timing.end - timing.start
  return {
    ...timing,
    index: stream.index,
    codec: stream.codec ?? 'unknown',
    profile: stream.profile,
    level: stream.level,
    stored,
    shown,
    sampleAspect,
    rotation,
    mirrored,
    pixelFormat,
    bitDepth: bitDepthOf(pixelFormat),
    chroma: chromaOf(pixelFormat),
    colour: readColour(
      {
        colourRange: first.colourRange ?? stream.colourRange,
        colourPrimaries: first.colourPrimaries ?? stream.colourPrimaries,
        colourTransfer: first.colourTransfer ?? stream.colourTransfer,
        colourMatrix: first.colourMatrix ?? stream.colourMatrix,
      },
      pixelFormat,
    ),
    interlaced: frames.some((frame) => frame.interlaced) || /^(tt|bb|tb|bt)$/.test(stream.fieldOrder ?? ''),
    bitrate: seconds > 0 ? Math.round((timing.bytes * 8) / seconds) : (stream.bitrate ?? 0),
    firstDecoded: first.time ?? timing.start,
    damaged,
  }
}

/** The rates in the header. The nominal rate of a variable track is its time base (90000), which is no rate. */
const claimedRates = (stream: ProbedStream): (Ratio | undefined)[] =>
  [parseRatio(stream.nominalRate), parseRatio(stream.averageRate)].filter((rate) => rate !== undefined && toNumber(rate) <= 1000)

/** Seconds. AVI counts audio in blocks of a size that some codecs do not keep, and then claims minutes of audio for seconds of video. */
const maxExcessSeconds = 10

function readAudio(
  stream: ProbedStream | undefined,
  tracks: ReadonlyMap<number, TrackPackets>,
  pictureSeconds: number,
  declared: number | undefined,
): AudioTrack | undefined {
  const packets = stream ? tracks.get(stream.index) : undefined
  if (!stream || !packets) return undefined
  let start = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  packets.times.forEach((time, at) => {
    if (Number.isNaN(time)) return
    start = Math.min(start, time)
    end = Math.max(end, time + (packets.durations[at] ?? 0))
  })
  if (!Number.isFinite(start)) return undefined
  const counted =
    declared !== undefined && end - start > declared * 2 + maxExcessSeconds && end - start > pictureSeconds * 2 + maxExcessSeconds
  if (counted) end = start + declared
  return {
    index: stream.index,
    language: stream.language,
    counted,
    codec: stream.codec ?? 'unknown',
    profile: stream.profile,
    channels: stream.channels,
    sampleRate: stream.sampleRate,
    bitrate: end > start ? Math.round((packets.bytes * 8) / (end - start)) : (stream.bitrate ?? 0),
    start,
    end,
    trimmed: packets.hidden > maxPrimingPackets,
  }
}

function containerName(probed: Probed, videoCodec: string): string {
  if (probed.format.includes('mp4')) return probed.brand === 'qt' ? 'mov' : 'mp4'
  if (probed.format.includes('matroska')) return /^(vp8|vp9|av1)$/.test(videoCodec) ? 'webm' : 'matroska'
  return probed.format.split(',')[0] ?? probed.format
}

function notesOn({ probed, video, audio }: SourceReading): string[] {
  const others = (type: string, used: ProbedStream | undefined): ProbedStream[] =>
    probed.streams.filter((stream) => stream.type === type && stream.index !== used?.index && !stream.isAttachedPicture)
  const videos = others('video', video)
  const sounds = others('audio', audio)
  const notes: string[] = []
  if (videos.length > 0) notes.push(`The file has ${videos.length + 1} video tracks; only one is used.`)
  if (audio && sounds.length > 0) notes.push(`The file has ${sounds.length + 1} audio tracks; the default one is used.`)
  if (!audio && sounds.length > 0) {
    const codec = sounds.find((stream) => stream.codec !== undefined)?.codec
    notes.push(`The audio of the file ${codec ? `(${codec}) ` : ''}cannot be read, so the videos will be silent.`)
  }
  if (video.dolbyVision === 5) {
    notes.push('The source is Dolby Vision profile 5, which has no standard picture inside, so colours will look wrong (green and purple).')
  }
  return [...notes, ...notesOnSubtitles(probed)]
}
