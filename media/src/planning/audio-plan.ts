import type { SourceFacts } from '../probing/source-facts.ts'

export interface AudioPlan {
  track: number
  action: 'copy' | 'encode'
  channels: 1 | 2
  sampleRate: number
  /** Bits per second. */
  bitrate: number
}

/** Bits per second. More is wasted on two channels of AAC. */
const maxCopiedBitrate = 200_000
/** Seconds. Audio that starts later than this is encoded with leading silence, because players that stream segments ignore empty edits. */
const maxCopiedOffset = 0.03

export function planAudio(facts: SourceFacts): AudioPlan | undefined {
  const { audio, container, origin } = facts
  if (!audio) return undefined
  const late = audio.start - origin
  const isCompatible =
    audio.codec === 'aac' &&
    audio.profile === 'LC' &&
    audio.channels <= 2 &&
    (audio.sampleRate === 44_100 || audio.sampleRate === 48_000) &&
    audio.bitrate <= maxCopiedBitrate &&
    !audio.trimmed &&
    (container === 'mp4' || container === 'mov') &&
    late <= maxCopiedOffset &&
    late >= -maxCopiedOffset
  const channels = audio.channels === 1 ? 1 : 2
  if (isCompatible) return { track: audio.index, action: 'copy', channels, sampleRate: audio.sampleRate, bitrate: audio.bitrate }
  return {
    track: audio.index,
    action: 'encode',
    channels,
    sampleRate: playableRate(audio.sampleRate),
    bitrate: channels === 1 ? 80_000 : 128_000,
  }
}

/** Every browser plays AAC at these rates; others are resampled within their family (44.1 or 48 kHz). */
function playableRate(rate: number): number {
  if (rate === 32_000 || rate === 44_100 || rate === 48_000) return rate
  return rate % 11_025 === 0 ? 44_100 : 48_000
}
