/** A level of a stream, as the library describes it. */
export interface CodecLevel {
  width: number
  height: number
  /** Bits per second. */
  bitrate: number
  frameRate: number
  videoCodec: string | undefined
}

export const isAv1 = ({ videoCodec }: Pick<CodecLevel, 'videoCodec'>): boolean => videoCodec?.startsWith('av01.') ?? false

/** One question for each codec and size, because some browsers answer slowly. */
const answers = new Map<string, Promise<MediaCapabilitiesDecodingInfo | undefined>>()

function ask({ videoCodec = '', width, height, bitrate, frameRate }: CodecLevel): Promise<MediaCapabilitiesDecodingInfo | undefined> {
  const key = `${videoCodec} ${width}x${height}`
  const known = answers.get(key)
  if (known) return known
  const video = { contentType: `video/mp4; codecs="${videoCodec}"`, width, height, bitrate, framerate: frameRate || 30 }
  const answer = Promise.resolve(navigator.mediaCapabilities?.decodingInfo({ type: 'media-source', video })).catch(() => undefined)
  answers.set(key, answer)
  return answer
}

/** Only for tests: a browser does not change. */
export const forgetAnswers = (): void => answers.clear()

/** Whether the connection is too slow for the smallest quality in AV1 while H.264 has a smaller one: not every quality is worth making again. */
export function isTooSlow(bandwidth: number, [smallest]: readonly CodecLevel[], [smallestH264]: readonly CodecLevel[]): boolean {
  return smallest !== undefined && smallestH264 !== undefined && bandwidth < smallest.bitrate && smallestH264.bitrate < smallest.bitrate
}

/** Whether AV1 is the better choice for this device: it has no less than the tallest quality of H.264, and the device decodes it smoothly and with no more power than H.264. */
export async function prefersAv1(levels: readonly CodecLevel[]): Promise<boolean> {
  const [av1, h264] = [levels.filter(isAv1), levels.filter((level) => !isAv1(level))]
  const [tallest, tallestH264] = [av1.at(-1), h264.at(-1)]
  if (!tallest || !tallestH264) return av1.length > 0
  if (tallest.height < tallestH264.height) return false
  const [answer, other] = await Promise.all([ask(tallest), ask(tallestH264)])
  return Boolean(answer?.supported && answer.smooth && (answer.powerEfficient || other?.powerEfficient === false))
}
