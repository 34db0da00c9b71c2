/** Wide enough for the largest place where it is shown. */
const frameWidth = 640
/** A file that is not decoded by then is not worth waiting for. */
const timeoutMs = 10_000

/** Where the frame is taken, in seconds: many videos begin with a black one. */
export const frameSecond = (duration: number): number => Math.min(1, duration / 4)

/** Decoding several large files at once would slow down the page. */
let last: Promise<unknown> = Promise.resolve()

/** A frame near the start of a file, as a JPEG; undefined where the browser cannot decode it, or nobody wants it any more. */
export function grabFrame(file: File, signal: AbortSignal): Promise<Blob | undefined> {
  const frame = last.then(() => decodeFrame(file, signal)).catch(() => undefined)
  last = frame
  return frame
}

async function decodeFrame(file: File, signal: AbortSignal): Promise<Blob | undefined> {
  signal.throwIfAborted()
  const address = URL.createObjectURL(file)
  const video = document.createElement('video')
  try {
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = address
    await eventOf(video, 'loadeddata', signal)
    const second = frameSecond(Number.isFinite(video.duration) ? video.duration : 0)
    const seeked = eventOf(video, 'seeked', signal)
    video.currentTime = second
    await seeked
    return await pictureOf(video)
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

function eventOf(video: HTMLVideoElement, name: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name}`)), timeoutMs)
    const settle = (end: () => void) => {
      clearTimeout(timer)
      end()
    }
    video.addEventListener(name, () => settle(resolve), { once: true })
    signal.addEventListener('abort', () => settle(() => reject(signal.reason)), { once: true })
    video.addEventListener('error', () => settle(() => reject(new Error('it cannot be decoded'))), { once: true })
  })
}

function pictureOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(frameWidth, video.videoWidth)
  canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth)
  // A file with sound only has no picture.
  if (!(canvas.width > 0 && canvas.height > 0)) return Promise.resolve(undefined)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.8))
}
