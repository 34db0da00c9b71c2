import type { SourceFacts } from '../probing/source-facts.ts'
import { maxBitrate } from './bitrate.ts'
import type { Rung } from './ladder.ts'
import { isPlayableRate } from './timeline.ts'

/** Seconds. Longer groups delay seeking and switching quality. */
const maxGopSeconds = 10.5
/** Seconds. A file of nearly only key frames is an editing format and many times too large. */
const minMeanGopSeconds = 0.2
const maxKeyFrameCount = 6000
/** A copy loses no quality, so it may exceed the bitrate cap of an encode by as much as PeerTube allows. */
const maxCapRatio = 1.7

/** Why the source's video cannot be copied for this rung, in words that follow "because"; undefined when it can. */
export function whyNotCopied(facts: SourceFacts, rung: Rung): string | undefined {
  const { video, container } = facts
  if (video.codec !== 'h264') return `it is ${video.codec}, not H.264`
  if (!/^(Constrained Baseline|Baseline|Main|High)$/.test(video.profile ?? ''))
    return `not every browser plays its H.264 profile (${video.profile ?? 'unknown'})`
  if (video.bitDepth !== 8 || video.chroma !== '4:2:0') return `its colours are stored as ${video.bitDepth} bit ${video.chroma}`
  if ((video.level ?? 0) > 52) return 'its H.264 level is higher than players support'
  if (!/^(mp4|mov|matroska|flv)$/.test(container)) return `files of type ${container} have no exact timestamps`
  if (video.rotation !== 0 || video.mirrored) return 'it is stored rotated'
  if (video.sampleAspect.num !== video.sampleAspect.den) return 'its pixels are not square'
  if (video.stored.width !== rung.size.width || video.stored.height !== rung.size.height) return 'its size is different'
  if (video.interlaced) return 'it is interlaced'
  if (video.colour.range !== 'sdr' || video.colour.fullRange) return 'its colours are outside the standard range'
  if (video.damaged) return 'some of its frames are damaged'
  if (video.trimmed || video.untidyTimes) return 'it has an edit list or broken timestamps'
  if (Math.abs(video.start - facts.origin) > 0.03) return 'its picture starts later than its sound'
  const bitrate = maxBitrate(rung.size, video.rate) * maxCapRatio
  if (video.bitrate > bitrate) return `it uses ${kilobits(video.bitrate)} where ${kilobits(bitrate)} are enough`
  if (!isPlayableRate(rung.size, video.rate)) return 'it has more frames per second than players support'
  if (video.openGop) return 'it cannot be cut at its key frames'
  if (video.longestGop > maxGopSeconds) return `its key frames are up to ${video.longestGop.toFixed(0)} s apart`
  const seconds = video.end - video.start
  if (
    video.keyFrames.length === 0 ||
    video.keyFrames.length > maxKeyFrameCount ||
    (video.keyFrames.length > 5 && seconds / video.keyFrames.length < minMeanGopSeconds)
  ) {
    return 'it has too many key frames'
  }
  return undefined
}

const kilobits = (bits: number): string => `${Math.round(bits / 1000)} kbit/s`
