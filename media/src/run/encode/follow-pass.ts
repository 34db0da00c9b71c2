/** What the pass tells on its way: the times of its beat, a bare number of milliseconds each, and ffmpeg's `-progress` blocks. */
export interface PassProgress {
  frames: number
  /** Seconds of the renditions written so far. */
  seconds: number
}

/** Feed it lines; it calls back at each beat and block, and answers whether anything has moved since the one before. */
export function followPass(onProgress: (progress: PassProgress) => void): (line: string) => boolean {
  let frames = 0
  let seconds = 0
  let bytes = 0
  let moved = true
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
      moved = true
    } else if (key === 'out_time_us' && number / 1e6 > seconds) {
      seconds = number / 1e6
      moved = true
    } else if (key === 'total_size' && number > bytes) {
      bytes = number
      moved = true
    } else if (key === 'progress') {
      onProgress({ frames, seconds })
      const alive = moved
      moved = false
      return alive
    }
    return false
  }
}

export interface PassMeasurement {
  /** User and system CPU seconds of the program, as it says itself at its end. */
  cpuSeconds: number
  wallSeconds: number
  /** Mean luma SSIM of each encoder against the pictures it was given, in the order of the outputs. */
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
