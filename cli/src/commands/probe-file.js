import { execFile } from 'node:child_process'

/** @typedef {{ duration: number | undefined, width: number | undefined, height: number | undefined, videoCodec: string | undefined, audioCodec: string | undefined }} Facts */

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
  const rotation = Math.abs(Number(picture?.side_data_list?.find((each) => each.rotation !== undefined)?.rotation ?? 0))
  const [width, height] = rotation % 180 === 90 ? [picture?.height, picture?.width] : [picture?.width, picture?.height]
  const duration = Number(format.duration)
  return {
    duration: Number.isFinite(duration) ? duration : undefined,
    width,
    height,
    videoCodec: picture?.codec_name,
    audioCodec: streams.find((each) => each.codec_type === 'audio')?.codec_name,
  }
}

/**
 * @typedef {{ codec_type?: string, codec_name?: string, width?: number, height?: number, disposition?: { attached_pic?: number },
 *   side_data_list?: { rotation?: number }[] }} Stream
 * @param {string} text @returns {{ streams?: Stream[], format?: { duration?: string } }}
 */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
