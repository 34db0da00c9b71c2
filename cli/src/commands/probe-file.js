import { execFile } from 'node:child_process'

/** @typedef {NonNullable<import('@video-forge/client').CallRequest<'POST /jobs/plan'>['body']['file']>} DescribedFile */
/** @typedef {{ duration?: number, width?: number, height?: number, videoCodec?: string } & Omit<DescribedFile, 'duration' | 'width' | 'height' | 'videoCodec' | 'size'>} Facts */

/** What ffprobe says about a file; undefined without ffprobe. @param {string} path @param {AbortSignal} signal @returns {Promise<Facts | undefined>} */
export function probeFile(path, signal) {
  const args = ['-v', 'error', '-protocol_whitelist', 'file', '-show_format', '-show_streams', '-of', 'json', `file:${path}`]
  return new Promise((resolve) => {
    execFile('ffprobe', args, { signal, timeout: 60_000, maxBuffer: 16 * 1024 * 1024 }, (error, stdout) => {
      if (error && 'code' in error && error.code === 'ENOENT') return resolve(undefined)
      resolve(readFacts(stdout))
    })
  })
}

/** @param {string} text @returns {Facts} */
function readFacts(text) {
  const { streams = [], format = {} } = parsed(text)
  const picture = streams.find((each) => each.codec_type === 'video' && !each.disposition?.attached_pic)
  const turned = Number(picture?.side_data_list?.find((each) => each.rotation !== undefined)?.rotation ?? 0)
  const rotation = rotations.find((each) => each === ((-turned % 360) + 360) % 360) ?? 0
  const [width, height] = rotation % 180 === 90 ? [picture?.height, picture?.width] : [picture?.width, picture?.height]
  const duration = Number(format.duration)
  const audioCodec = streams.find((each) => each.codec_type === 'audio')?.codec_name ?? null
  return {
    ...(Number.isFinite(duration) && { duration }),
    ...(width && height && { width, height }),
    ...(picture?.codec_name && { videoCodec: picture.codec_name }),
    audioCodec,
    frameRate: rateOf(picture?.avg_frame_rate ?? ''),
    container: containerOf(format.format_name ?? ''),
    rotation,
    hdr: /^(smpte2084|arib-std-b67)$/.test(picture?.color_transfer ?? ''),
  }
}

const rotations = /** @type {const} */ ([0, 90, 180, 270])

/** ffprobe writes it as a fraction. @param {string} text */
function rateOf(text) {
  const [above = 0, below = 1] = text.split('/').map(Number)
  const rate = above / below
  return Number.isFinite(rate) && rate > 0 ? rate : 25
}

/** ffprobe names all that one reader knows. @param {string} names */
function containerOf(names) {
  if (/\bmp4\b/.test(names)) return 'mp4'
  return /\bmatroska\b/.test(names) ? 'matroska' : (names.split(',')[0] ?? '') || 'unknown'
}

/**
 * @typedef {{ codec_type?: string, codec_name?: string, width?: number, height?: number, disposition?: { attached_pic?: number },
 *   avg_frame_rate?: string, color_transfer?: string, side_data_list?: { rotation?: number }[] }} Stream
 * @param {string} text @returns {{ streams?: Stream[], format?: { duration?: string, format_name?: string } }}
 */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
