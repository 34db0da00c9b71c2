/** Progress of a pass, read from the timestamps of its progress frames (bare milliseconds) and ffmpeg's `-progress` blocks. */
export interface PassProgress {
  frames: number
  /** Seconds of the renditions written so far. */
  seconds: number
}

/** Reads stdout line by line, reports each timestamp and block, and returns whether there was progress since the one before. */
export function followPass(onProgress: (progress: PassProgress) => void): (line: string) => boolean {
  let frames = 0
  let seconds = 0
  let bytes = 0
  let hasMoved = true
  return (line) => {
    if (/^\d+(\.\d+)?$/.test(line)) {
      const time = Number(line) / 1000
      if (time > seconds) seconds = time
      onProgress({ frames, seconds })
      return true
    }
    const [key, value = ''] = line.split('=')
    const number = Number(value)
    if (key === 'frame' && number > frames) {
      frames = number
      hasMoved = true
    } else if (key === 'out_time_us' && number / 1e6 > seconds) {
      seconds = number / 1e6
      hasMoved = true
    } else if (key === 'total_size' && number > bytes) {
      bytes = number
      hasMoved = true
    } else if (key === 'progress') {
      onProgress({ frames, seconds })
      const isAlive = hasMoved
      hasMoved = false
      return isAlive
    }
    return false
  }
}

export interface PassMeasurement {
  /** User and system CPU seconds, as ffmpeg reports them at its end. */
  cpuSeconds: number
  wallSeconds: number
  /** Mean luma SSIM of each encoder against its input, in the order of the outputs. */
  ssim: (number | null)[]
}

export function readMeasurement(messages: string): PassMeasurement {
  const bench = /bench: utime=([\d.]+)s stime=([\d.]+)s rtime=([\d.]+)s/.exec(messages)
  return {
    cpuSeconds: Number(bench?.[1] ?? 0) + Number(bench?.[2] ?? 0),
    wallSeconds: Number(bench?.[3] ?? 0),
    ssim: [...messages.matchAll(/SSIM Mean Y:(\S+)/g)].map((match) => Number(match[1]) || null),
  }
}
