/** Every packet of a file as ffprobe lists it, kept as plain numbers: a four hour video has a million of them. */
export interface TrackPackets {
  /** Presentation times in the order of the file; NaN where the container has none. */
  times: number[]
  durations: number[]
  /** Positions in `times` of the key frames. */
  keys: number[]
  /** Positions in `times` of packets that an edit list hides. */
  hidden: number
  bytes: number
  missingTimes: boolean
}

export const packetFields = 'packet=stream_index,pts_time,dts_time,duration_time,size,flags'

const emptyTrack = (): TrackPackets => ({ times: [], durations: [], keys: [], hidden: 0, bytes: 0, missingTimes: false })

/** Feed it ffprobe's lines (`-of csv=p=0` with `packetFields`); read the tracks when it ends. */
export class PacketLog {
  readonly tracks = new Map<number, TrackPackets>()
  packets = 0

  add(line: string): void {
    const [index, pts, dts, duration, size, flags] = line.split(',')
    if (!index || flags === undefined) return
    this.packets += 1
    const number = Number(index)
    const track = this.tracks.get(number) ?? emptyTrack()
    this.tracks.set(number, track)
    track.bytes += seconds(size) || 0
    if (flags[1] === 'D') {
      track.hidden += 1
      return
    }
    const shown = seconds(pts)
    if (Number.isNaN(shown)) track.missingTimes = true
    if (flags[0] === 'K') track.keys.push(track.times.length)
    track.times.push(Number.isNaN(shown) ? seconds(dts) : shown)
    track.durations.push(seconds(duration) || 0)
  }
}

const seconds = (text: string | undefined): number => (text === undefined || text === '' ? Number.NaN : Number(text))
