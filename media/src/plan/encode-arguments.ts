import { maxBitrate, quality } from './bitrate.ts'
import { rungGraph, rungLabel, soundGraph, stillGraph, stillLabels } from './filter-graph.ts'
import type { Rung } from './ladder.ts'
import { likelyCuts } from './likely-cuts.ts'
import type { MediaPlan, RungPlan } from './make-plan.ts'
import { ratioText, toNumber } from './ratio.ts'
import type { Size } from './source-facts.ts'
import { inputArguments } from './what-we-open.ts'

/** Names of the files the pass leaves in its folder. */
export const passFiles = {
  still: 'still-%03d.jpg',
  storyboard: 'storyboard.jpg',
  grey: 'stills.grey',
  times: 'stills.times',
  preview: 'preview.nut',
} as const

export const rungFile = (rung: Rung): string => `video-${rung.format}.mp4`

/** One file that starts at once, seeks by its index and serves adaptive streaming in byte ranges: fragments with one index before them. */
const fragmented = '+frag_keyframe+empty_moov+default_base_moof+global_sidx+delay_moov'

/** Seconds between key frames. */
const keyFrameEvery = 2

/** The one ffmpeg command of a job. Outputs are relative: it runs in its scratch folder. */
export function encodeArguments(plan: MediaPlan, input: string): string[] {
  const encoded = plan.rungs.filter((rung) => rung.action === 'encode')
  const copiedOnly = encoded.length === 0
  const parts = { ...plan, rungs: encoded }
  const sound = plan.sound
  const graphs = [copiedOnly ? stillGraph(parts) : rungGraph(parts)]
  if (sound?.action === 'encode') graphs.push(soundGraph(plan.facts, sound.sampleRate, sound.channels, plan.rungs.length))
  return [
    ...['-hide_banner', '-nostdin', '-y', '-benchmark', '-nostats', '-loglevel', 'level+info'],
    ...['-progress', 'pipe:1', '-stats_period', '0.5', '-filter_complex_threads', '1'],
    ...['-max_error_rate', '1'],
    ...inputs(plan, input, copiedOnly),
    ...['-filter_complex', graphs.join(';')],
    ...plan.rungs.flatMap((rung, at) => rungArguments(plan, rung, at, encoded.indexOf(rung))),
    ...stillArguments(),
  ]
}

function inputs(plan: MediaPlan, input: string, copiedOnly: boolean): string[] {
  const shift = plan.timeline.inputShift
  const decoder = ['-threads', String(plan.decodeThreads)]
  const onOurClock = Math.abs(shift) > 1e-6 ? [...decoder, '-itsoffset', (-shift).toFixed(6)] : decoder
  const source = inputArguments(input, plan.limits.maxPixels)
  if (!copiedOnly) return [...onOurClock, ...source]
  const { video } = plan.facts
  // Few key frames: decode them all, they are few seconds.
  const keyFramesOnly = video.keyFrames.length >= 4 || plan.facts.duration > 10 ? ['-skip_frame', 'nokey'] : []
  const { from, to } = plan.preview
  const window = ['-ss', Math.max(0, from + shift).toFixed(3), '-t', (to - from).toFixed(3)]
  return [...onOurClock, ...keyFramesOnly, ...source, ...decoder, ...window, ...source]
}

function rungArguments(plan: MediaPlan, rung: RungPlan, at: number, encodedAt: number): string[] {
  const picture =
    rung.action === 'copy'
      ? ['-map', `0:${plan.facts.video.index}`, '-c:v', 'copy', '-tag:v', 'avc1']
      : ['-map', `[${rungLabel(encodedAt)}]`, ...encoderArguments(plan, rung)]
  return [
    ...picture,
    ...soundArguments(plan, at),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn', '-fflags', '+bitexact', '-max_muxing_queue_size', '4096'],
    ...['-movflags', fragmented, '-f', 'mp4', rungFile(rung)],
  ]
}

function encoderArguments(plan: MediaPlan, rung: RungPlan): string[] {
  const { timeline } = plan
  const cap = maxBitrate(rung.size, timeline.rate)
  const groups = groupArguments(plan)
  // The encoder takes the rate for its level from here, because the filter graph of a variable source has none.
  const params = [...groups.params, 'ssim=1', `fps=${ratioText(timeline.rate)}`].join(':')
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-crf', String(quality)],
    ...['-maxrate', String(cap), '-bufsize', String(2 * cap), '-x264-params', params],
    ...['-threads', String(rung.threads), ...groups.options],
    ...(timeline.reordered ? [] : ['-bf', '0']),
    ...['-fps_mode', 'vfr', '-enc_time_base:v', ratioText(timeline.timeBase, ':')],
    ...lastFrameLength(plan),
  ]
}

/** Where groups begin, at the same pictures on every rung. */
function groupArguments(plan: MediaPlan): { options: string[]; params: string[] } {
  const { timeline, rungs, facts } = plan
  const frames = (seconds: number): number => Math.max(1, Math.round(toNumber(timeline.rate) * seconds))
  const copied = rungs.some((rung) => rung.action === 'copy')
  if (!copied && timeline.steady) {
    // Counted by the encoder itself, which plans better for a key frame it knows to come than for one that is forced on it. Each rung
    // would find changes of scene on its own, so among several they are taken from the source, where an encoder has found them before.
    const group = ['-g', String(frames(keyFrameEvery))]
    if (rungs.length === 1) return { options: group, params: [] }
    const cuts = onOurClock(plan, likelyCuts(facts.video.keyFrames))
    return { options: [...group, ...(cuts ? ['-forced-idr', '1', '-force_key_frames', cuts] : [])], params: ['scenecut=0'] }
  }
  // By time: beside a copied rung the others take its key frames, else one every two seconds, whatever the frame rate. A hair less,
  // because 2.0 in floats may be 1.9999. At a change of scene in between x264 puts a picture that is complete but no place to cut.
  const times = copied
    ? onOurClock(plan, facts.video.keyFrames)
    : `expr:isnan(prev_forced_t)+gte(t,prev_forced_t+${(keyFrameEvery - 0.001).toFixed(3)})`
  return {
    options: ['-g', String(frames(24)), '-forced-idr', '1', '-force_key_frames', times],
    params: [`min-keyint=${frames(11)}`],
  }
}

function onOurClock({ facts, timeline }: MediaPlan, times: readonly number[]): string {
  const quarter = 0.25 / toNumber(timeline.rate)
  return times.map((time) => Math.max(0, time - facts.origin - timeline.phase - quarter).toFixed(3)).join(',')
}

/**
 * The muxer guesses how long the last picture stays from the one before it, which is wrong for frames of uneven length (a closing
 * slide that stays for ten seconds, a last frame after a pause). NEXT_DTS is NOPTS on the last packet of the file; the last picture
 * shown may come before it.
 */
function lastFrameLength({ timeline }: MediaPlan): string[] {
  if (timeline.even) return []
  const isLastShown = `gte(PTS*TB,${(timeline.lastFrameAt - 0.002).toFixed(6)})`
  const length = `max(1,${timeline.lastFrameSeconds.toFixed(6)}/TB)`
  return ['-bsf:v', `setts=pts=PTS:dts=DTS:duration='if(${isLastShown},${length},if(eq(NEXT_DTS,NOPTS),1,DURATION))'`]
}

function soundArguments({ sound }: MediaPlan, at: number): string[] {
  if (!sound) return ['-an']
  if (sound.action === 'copy') return ['-map', `0:${sound.track}`, '-c:a', 'copy']
  return ['-map', `[sound${at}]`, '-c:a', 'aac', '-b:a', String(sound.bitrate)]
}

function stillArguments(): string[] {
  const each = ['-fps_mode', 'passthrough', '-map_metadata', '-1']
  return [
    ...['-map', `[${stillLabels.pictures}]`, ...each, '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2', passFiles.still],
    ...[
      '-map',
      `[${stillLabels.sheet}]`,
      ...each,
      '-c:v',
      'mjpeg',
      '-q:v',
      '5',
      '-frames:v',
      '1',
      '-f',
      'image2',
      '-update',
      '1',
      passFiles.storyboard,
    ],
    ...['-map', `[${stillLabels.grey}]`, ...each, '-c:v', 'rawvideo', '-f', 'rawvideo', passFiles.grey],
    ...[
      '-map',
      `[${stillLabels.times}]`,
      ...each,
      '-enc_time_base',
      '1:1000',
      '-c:v',
      'rawvideo',
      '-f',
      'mkvtimestamp_v2',
      passFiles.times,
    ],
    ...['-map', `[${stillLabels.beat}]`, ...each, '-enc_time_base', '1:1000', '-c:v', 'rawvideo', '-flush_packets', '1'],
    ...['-f', 'mkvtimestamp_v2', 'pipe:1'],
    ...[
      '-map',
      `[${stillLabels.preview}]`,
      ...each,
      '-enc_time_base',
      '1:1000',
      '-c:v',
      'rawvideo',
      '-pix_fmt',
      'yuv420p',
      '-f',
      'nut',
      passFiles.preview,
    ],
  ]
}

/** The preview from the pass's small raw frames, our own file: the trusted set. Each try may be smaller. */
export function previewArguments(size: Size, framesPerSecond: number, output: string): string[] {
  const thin = `fps=${framesPerSecond}:round=up:eof_action=pass`
  const graph = `[0:0]${thin},scale=${size.width}:${size.height}:flags=lanczos,split=2[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle[out]`
  return [
    ...[
      '-hide_banner',
      '-nostdin',
      '-y',
      '-benchmark',
      '-nostats',
      '-loglevel',
      'level+info',
      '-progress',
      'pipe:1',
      '-stats_period',
      '0.5',
    ],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'nut', '-codec_whitelist', 'rawvideo', '-i', `file:${passFiles.preview}`],
    ...['-filter_complex', graph, '-map', '[out]', '-map_metadata', '-1', '-loop', '0', '-f', 'gif', output],
  ]
}
