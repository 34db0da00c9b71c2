import type { SourceFacts } from '../probing/source-facts.ts'

export interface AudioPlan {
  track: number
  action: 'copy' | 'encode'
  channels: 1 | 2
  sampleRate: number
  /** Bits a second. */
  bitrate: number
}

/** AAC above this is a waste for two channels. */
const richest = 200_000
/** Sound that begins this much later than the picture is filled with silence, because players that feed a file piecewise ignore empty edits. */
const latestCopiedStart = 0.03

export function planAudio(facts: SourceFacts): AudioPlan | undefined {
  const { audio, container, origin } = facts
  if (!audio) return undefined
  const late = audio.start - origin
  const compatible =
    audio.codec === 'aac' &&
    audio.profile === 'LC' &&
    audio.channels <= 2 &&
    (audio.sampleRate === 44_100 || audio.sampleRate === 48_000) &&
    audio.bitrate <= richest &&
    !audio.trimmed &&
    (container === 'mp4' || container === 'mov') &&
    late <= latestCopiedStart &&
    late >= -latestCopiedStart
  const channels = audio.channels === 1 ? 1 : 2
  if (compatible) return { track: audio.index, action: 'copy', channels, sampleRate: audio.sampleRate, bitrate: audio.bitrate }
  return {
    track: audio.index,
    action: 'encode',
    channels,
    sampleRate: playableRate(audio.sampleRate),
    bitrate: channels === 1 ? 80_000 : 128_000,
  }
}

/** Every browser plays AAC at these rates; the rest is resampled to the family it came from. */
function playableRate(rate: number): number {
  if (rate === 32_000 || rate === 44_100 || rate === 48_000) return rate
  return rate % 11_025 === 0 ? 44_100 : 48_000
}
