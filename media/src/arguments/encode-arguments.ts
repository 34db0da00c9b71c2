import type { Rung, RungPlan } from '../planning/ladder.ts'
import type { MediaPlan } from '../planning/make-plan.ts'
import { args } from './args.ts'
import { encoderArguments } from './codec-arguments.ts'
import { audioGraph, pictureGraph, rungGraph, rungLabel, thumbnailGraph } from './filter-graph.ts'
import { inputArguments } from './input-allowlist.ts'
import { reportArguments, thumbnailArguments } from './thumbnail-arguments.ts'

export const rungFile = (rung: Rung): string => `video-${rung.format}.mp4`

/** Fragmented MP4 with one index in front: starts at once, seeks by its index and serves HLS as byte ranges. */
export const fragmented = '+frag_keyframe+empty_moov+default_base_moof+global_sidx+delay_moov'

/** The first arguments of every pass over a source. ffmpeg must not fail on damage: we judge that ourselves. */
const passWith = (filterThreads: number): string[] => args`
  ${reportArguments} -filter_complex_threads ${filterThreads}
  -max_error_rate 1
`

export const passArguments: readonly string[] = passWith(1)

/** For a pass with one encoder: it does not fill the cores, so scaling may use them (a sixth faster on two, for 3 % more CPU). */
export const soloPassArguments = ({ machine }: MediaPlan): string[] => passWith(Math.min(4, machine.cores))

/** Nothing of the source but its video and audio goes into an output. */
const plainMp4 = args`-map_metadata -1 -map_chapters -1 -sn -dn -fflags +bitexact -max_muxing_queue_size 4096`

export const asMp4 = (file: string, flags: string): string[] => args`${plainMp4} -movflags ${flags} -f mp4 ${file}`

/** The same, with every fragment flushed as soon as it is complete, because checkpoints are cut from the growing file. */
export const asGrowingMp4 = (file: string, flags: string): string[] => args`-flush_packets 1 ${asMp4(file, flags)}`

/** The one ffmpeg command of a job. Outputs are relative: it runs in its scratch folder. */
export function encodeArguments(plan: MediaPlan, input: string): string[] {
  const encoded = plan.rungs.filter((rung) => rung.action === 'encode')
  const copiedOnly = encoded.length === 0
  const parts = { ...plan, rungs: encoded }
  const audio = plan.audio
  const graph = [copiedOnly ? thumbnailGraph(parts) : rungGraph(parts)]
  if (audio?.action === 'encode') graph.push(audioGraph(plan.facts, audio.sampleRate, audio.channels, plan.rungs.length))
  return args`
    ${passArguments}
    ${inputs(plan, input, copiedOnly)}
    -filter_complex ${graph.join(';')}
    ${copiedOnly ? [] : args`-filter_complex ${pictureGraph(parts)}`}
    ${plan.rungs.flatMap((rung, at) => rungArguments(plan, rung, at, encoded.indexOf(rung)))}
    ${thumbnailArguments()}
  `
}

/** Seconds. Key frames this close are enough for thumbnails, however short the video is. */
const closeKeyFrames = 10.5

/** Whether thumbnails can be taken from key frames alone. A short video with few key frames is decoded in full. */
export function keyFramesSuffice({ facts, thumbnails }: MediaPlan): boolean {
  const { keyFrames, longestGop } = facts.video
  return longestGop <= Math.max(thumbnails.every, closeKeyFrames) && (keyFrames.length >= 4 || facts.duration > 10)
}

export function inputs(plan: MediaPlan, input: string, copiedOnly: boolean): string[] {
  const shift = plan.timeline.inputShift
  const decoder = args`-threads ${plan.decodeThreads}`
  const shifted = Math.abs(shift) > 1e-6 ? args`${decoder} -itsoffset ${(-shift).toFixed(6)}` : decoder
  const source = inputArguments(input, plan.limits.maxPixels)
  if (!copiedOnly) return [...shifted, ...source]
  const keyFramesOnly = keyFramesSuffice(plan) ? args`-skip_frame nokey` : []
  const { from, to } = plan.preview
  const window = args`-ss ${Math.max(0, from + shift).toFixed(3)} -t ${(to - from).toFixed(3)}`
  return [...shifted, ...keyFramesOnly, ...source, ...decoder, ...window, ...source]
}

export function rungArguments(plan: MediaPlan, rung: RungPlan, at: number, encodedAt: number): string[] {
  const picture =
    rung.action === 'copy'
      ? args`-map 0:${plan.facts.video.index} -c:v copy -tag:v avc1`
      : args`-map [${rungLabel(encodedAt)}] ${encoderArguments(plan, rung)}`
  return [...picture, ...audioArguments(plan, at), ...asGrowingMp4(rungFile(rung), fragmented)]
}

export function audioArguments({ audio }: MediaPlan, at: number): string[] {
  if (!audio) return args`-an`
  if (audio.action === 'copy') return args`-map 0:${audio.track} -c:a copy`
  return args`-map [audio${at}] -c:a aac -b:a ${audio.bitrate}`
}
