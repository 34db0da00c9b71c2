import { maxBitrate } from '../planning/bitrate.ts'
import type { Rung } from '../planning/ladder.ts'
import type { MediaPlan } from '../planning/make-plan.ts'
import { isReadFromStart, type Segment, secondsAt } from '../planning/part-plan.ts'
import { type Av1Version, av1Preset, av1Threads } from '../planning/reencode/av1-speed.ts'
import type { Run } from '../planning/reencode/reencode-plan.ts'
import { type Ratio, ratioNear, ratioText, toNumber } from '../probing/ratio.ts'
import { args } from './args.ts'
import { lastFrameLength } from './codec-arguments.ts'
import { asMp4, fragmented, soloPassArguments } from './encode-arguments.ts'
import { rungLabel, segmentGraph } from './filter-graph.ts'
import { inputArguments, ownInput } from './input-allowlist.ts'
import { growing, seekArguments } from './part-arguments.ts'
import { progressArguments, reportArguments } from './thumbnail-arguments.ts'

/** How an AV1 encoder runs. */
export interface EncoderSettings {
  crf: number
  /** Whether it may look for what only screens have. */
  isScreen: boolean
  threads: number
  majorVersion: Av1Version
}

/** Ten bit where the source has them: fewer bands in skies, at the same size. */
const pixelFormatOf = ({ facts }: MediaPlan): 'yuv420p' | 'yuv420p10le' => (facts.video.bitDepth > 8 ? 'yuv420p10le' : 'yuv420p')

/** Of SVT-AV1, whose `look` takes smooth pictures for screens, too, and then twice the CPU for the same bytes. */
const screenModes = { off: 0, look: 2 } as const

/** Frames per second that SVT-AV1 takes. It does not need to know more or fewer: it counts the frames of a group. */
const statedRates = { min: 1, max: 240 } as const

/** Without it, a video with a variable rate has as many frames per second as its clock has ticks, which is too many. */
const statedRate = (rate: Ratio): Ratio => ratioNear(Math.min(statedRates.max, Math.max(statedRates.min, toNumber(rate))))

/** Encodes one picture, of the smallest size that all versions of the encoder take. */
export const readAv1VersionArguments: readonly string[] = args`
  ${reportArguments} -f lavfi -i color=s=64x64:r=1:d=1 -c:v libsvtav1 -svtav1-params lp=1 -f null -
`

/** One run of a rendition in AV1, on a clock that starts with it. */
export function runArguments(plan: MediaPlan, rung: Rung, run: Run, settings: EncoderSettings, input: string, output: string): string[] {
  const { timeline } = plan
  const cap = maxBitrate(rung.size, timeline.rate)
  const pixelFormat = pixelFormatOf(plan)
  const { crf, isScreen, threads, majorVersion } = settings
  const { num, den } = statedRate(timeline.rate)
  const screen = isScreen ? screenModes.look : screenModes.off
  const params = `lp=${av1Threads(rung.size, threads, majorVersion)}:scd=0:scm=${screen}:fps-num=${num}:fps-denom=${den}`
  return args`
    ${soloPassArguments({ ...plan, machine: { ...plan.machine, cores: threads } })}
    ${sourceArguments(plan, run, threads, input)}
    -filter_complex ${segmentGraph({ ...plan, rungs: [rung], pixelFormat }, run, isReadFromStart(plan, run))}
    -map [${rungLabel(0)}]
    -c:v libsvtav1 -preset ${av1Preset(rung.size, majorVersion)} -crf ${crf} -maxrate ${cap} -bufsize ${2 * cap} -pix_fmt ${pixelFormat}
    -g ${run.groupFrames} -svtav1-params ${params}
    -fps_mode vfr -enc_time_base:v ${ratioText(timeline.timeBase, ':')}
    ${run.to === undefined ? lastFrameLength(plan, secondsAt(plan, run.from)) : []}
    -an ${asMp4(output, growing)}
    ${progressArguments()}
  `
}

const sourceArguments = (plan: MediaPlan, segment: Segment, threads: number, input: string): string[] =>
  args`-threads ${threads} ${seekArguments(plan, segment)} ${inputArguments(input, plan.limits.maxPixels)}`

/** Names under which ffmpeg reports the two comparisons. */
export const comparisons = { made: 'ssim@made', before: 'ssim@before' } as const

/**
 * Compares the same frames of the source with both versions, frame by frame. Both must begin with the first frame of the segment, and may be longer.
 */
export function compareArguments(
  plan: MediaPlan,
  rung: Rung,
  segment: Segment,
  files: { input: string; made: string; before: string },
  threads: number,
): string[] {
  const pixelFormat = pixelFormatOf(plan)
  // By number: the clocks of the three differ.
  const inOrder = `trim=end_frame=${segment.frames},settb=AVTB,setpts=N*1000,format=${pixelFormat}`
  const graph = [
    segmentGraph({ ...plan, rungs: [rung], pixelFormat }, segment, isReadFromStart(plan, segment)),
    `[${rungLabel(0)}]${inOrder},split=2[one][two]`,
    `[1:v]${inOrder}[made]`,
    `[2:v]${inOrder}[before]`,
    `[one][made]${comparisons.made}[first]`,
    `[two][before]${comparisons.before}[second]`,
  ].join(';')
  return args`
    ${reportArguments} -max_error_rate 1 -filter_complex_threads 1
    ${sourceArguments(plan, segment, threads, files.input)}
    -threads ${threads} ${ownInput(files.made, ['mov'], ['libdav1d', 'av1', 'libaom-av1'])}
    -threads ${threads} ${ownInput(files.before, ['mov'], ['h264'])}
    -filter_complex ${graph}
    -map [first] -fps_mode passthrough -f null -
    -map [second] -fps_mode passthrough -f null -
    ${progressArguments()}
  `
}

/** The new rendition from its joined video, which comes over stdin, with the audio of the H.264 rendition; nothing is encoded. */
export function joinReencodeArguments(before: string, hasAudio: boolean, output: string): string[] {
  // Audio starts a little before zero. Without -copyts it would start at zero and lag.
  return args`
    ${reportArguments} -copyts
    ${ownInput(undefined, ['mov'], ['libdav1d', 'av1', 'libaom-av1'])}
    ${hasAudio ? args`${ownInput(before, ['mov'], ['h264', 'aac'])} -map 0:v:0 -map 1:a:0` : args`-map 0:v:0`}
    -c copy
    ${asMp4(output, fragmented)}
  `
}
