/** Enough for three minutes of 25 pictures a second. */
const bitCount = 12

/** Filters of ffmpeg that write the number of each picture into its top edge, as black and white boxes that survive any encoder. */
export const numberedPictures: string = Array.from({ length: bitCount }, (_, bit) => {
  const box = `x=iw*${bit}/${bitCount}:y=0:w=iw/${bitCount}:h=ih/16:t=fill`
  const isSet = `gte(mod(n\\,${2 ** (bit + 1)})\\,${2 ** bit})`
  return `drawbox=${box}:color=white:enable=${isSet},drawbox=${box}:color=black:enable=not(${isSet})`
}).join(',')

export interface ReadPictures {
  count: number
  /** Those that say another number than their time does, with how many pictures they are late. */
  wrong: { seconds: number; late: number }[]
}

declare global {
  interface Window {
    readPictures?: ReadPictures
  }
}

/** Runs in the page: compares the number in each picture that is shown with its time. What was joined wrongly shows by that. */
export function readNumbers({ rate, bits }: { rate: number; bits: number }): void {
  const read: ReadPictures = { count: 0, wrong: [] }
  window.readPictures = read
  const canvas = new OffscreenCanvas(bits, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('there is no canvas')
  const isWhite = (bit: number): boolean => (context.getImageData(bit, 0, 1, 1).data[0] ?? 0) > 127

  const compare = (video: HTMLVideoElement): void => {
    // The time of a callback may be that of the picture before; a frame has its own.
    const frame = new VideoFrame(video)
    const { timestamp, displayWidth, displayHeight } = frame
    for (let bit = 0; bit < bits; bit += 1) {
      const x = (displayWidth * (bit + 0.5)) / bits
      context.drawImage(frame, x, displayHeight / 32, 1, 1, bit, 0, 1, 1)
    }
    frame.close()
    const number = Array.from({ length: bits }, (_, bit) => Number(isWhite(bit)) * 2 ** bit).reduce((sum, value) => sum + value)
    const late = Math.round((timestamp * rate) / 1_000_000) - number
    read.count += 1
    if (late !== 0) read.wrong.push({ seconds: timestamp / 1_000_000, late })
  }
  const follow = (video: HTMLVideoElement): void => {
    const onPicture = () => {
      compare(video)
      video.requestVideoFrameCallback(onPicture)
    }
    video.requestVideoFrameCallback(onPicture)
  }
  const followed = new WeakSet<HTMLVideoElement>()
  new MutationObserver(() => {
    const video = document.querySelector('video')
    if (!video || followed.has(video)) return
    followed.add(video)
    follow(video)
  }).observe(document, { childList: true, subtree: true })
}

export const numberBits = { bits: bitCount }
