import type { SourceFacts } from '../probing/source-facts.ts'
import { maxBitrate } from './bitrate.ts'
import type { Rung } from './ladder.ts'
import { isPlayableRate } from './timeline.ts'

/** Longer groups make every seek and every change of quality wait. Seconds. */
const longestGop = 10.5
/** All key frames: an editor's format, many times the bytes it needs. */
const shortestMeanGop = 0.2
const mostKeyFrames = 6000
/** A copy costs nothing and loses nothing, so it may spend more than we would: as much as PeerTube lets pass. */
const mostOfCap = 1.7

/** Why the source's own pictures cannot be this rung as they are; undefined when they can. The words follow "because". */
export function whyNotCopied(facts: SourceFacts, rung: Rung): string | undefined {
  const { video, container } = facts
  if (video.codec !== 'h264') return `it is ${video.codec}, not H.264`
  if (!/^(Constrained Baseline|Baseline|Main|High)$/.test(video.profile ?? ''))
    return `its profile ${video.profile ?? 'is unknown and'} is not one every browser plays`
  if (video.bitDepth !== 8 || video.chroma !== '4:2:0') return `its pixels are ${video.bitDepth} bit ${video.chroma}`
  if ((video.level ?? 0) > 52) return 'its level is beyond what players decode'
  if (!/^(mp4|mov|matroska|flv)$/.test(container)) return `its container ${container} keeps no exact times`
  if (video.rotation !== 0 || video.mirrored) return 'it is stored turned'
  if (video.sampleAspect.num !== video.sampleAspect.den) return 'its pixels are not square'
  if (video.stored.width !== rung.size.width || video.stored.height !== rung.size.height) return 'its size is another'
  if (video.interlaced) return 'it is interlaced'
  if (video.colour.range !== 'sdr' || video.colour.fullRange) return 'its colours are not the ordinary range'
  if (video.damaged) return 'some of its pictures are damaged'
  if (video.trimmed || video.untidyTimes) return 'an edit list or untidy time stamps need new ones'
  if (Math.abs(video.start - facts.origin) > 0.03) return 'its picture starts late'
  const bitrate = maxBitrate(rung.size, video.rate) * mostOfCap
  if (video.bitrate > bitrate) return `it spends ${kilobits(video.bitrate)} where ${kilobits(bitrate)} do`
  if (!isPlayableRate(rung.size, video.rate)) return 'it has more frames a second than players decode'
  if (video.openGop) return 'its key frames cannot be cut at'
  if (video.longestGop > longestGop) return `its key frames are up to ${video.longestGop.toFixed(0)} s apart`
  const seconds = video.end - video.start
  if (
    video.keyFrames.length === 0 ||
    video.keyFrames.length > mostKeyFrames ||
    (video.keyFrames.length > 5 && seconds / video.keyFrames.length < shortestMeanGop)
  ) {
    return 'it has a key frame too often'
  }
  return undefined
}

const kilobits = (bits: number): string => `${Math.round(bits / 1000)} kbit/s`
