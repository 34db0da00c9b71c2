import { args } from '../arguments/args.ts'

/** The packets of a track as plain numbers, because a four hour video has a million of them. */
export interface TrackPackets {
  /** Presentation times in file order; NaN where the container has none. */
  times: number[]
  durations: number[]
  /** Indexes of the key frames in `times`. */
  keys: number[]
  /** Number of packets that an edit list hides. */
  hidden: number
  bytes: number
  missingTimes: boolean
}

/** The packets of a file by the index of their track. */
export interface PacketTracks {
  tracks: ReadonlyMap<number, TrackPackets>
  /** Most of them were not seen, and may be otherwise. */
  isAssumed?: boolean
  /** They are those that the index of the file names; none of them was looked at. */
  isFromIndex?: boolean
}

/** An edit list that hides no more packets of audio than this hides the start of its encoder. */
export const maxPrimingPackets = 3

/** ffprobe prints tracks and container. */
export const headerArguments: readonly string[] = args`-show_streams -show_chapters -show_format -of json=compact=1`

/** One packet a line, then the same. */
export const scanArguments: readonly string[] = args`
  -show_entries packet=stream_index,pts_time,dts_time,duration_time,size,flags ${headerArguments}
`

const packetLine =
  /^\s*\{ "stream_index": (\d+)(?:, "pts_time": "([^"]+)")?(?:, "dts_time": "([^"]+)")?(?:, "duration_time": "([^"]+)")?(?:, "size": "(\d+)")?, "flags": "(..)/

const emptyTrack = (): TrackPackets => ({ times: [], durations: [], keys: [], hidden: 0, bytes: 0, missingTimes: false })

/** Collects packets from ffprobe's output, line by line. */
export class PacketLog {
  readonly tracks = new Map<number, TrackPackets>()
  packets = 0
  private readonly rest: string[] = []
  private afterPackets = false

  add(line: string): void {
    if (this.afterPackets || /^ {4}"(streams|format)": /.test(line)) {
      this.afterPackets = true
      this.rest.push(line)
      return
    }
    const match = packetLine.exec(line)
    if (match) this.addPacket(match)
  }

  /** The JSON of tracks and container, which ffprobe writes after the packets. */
  header(): string {
    return `{${this.rest.join('\n')}`
  }

  private addPacket([, index, pts, dts, duration, size, flags = '__']: readonly (string | undefined)[]): void {
    this.packets += 1
    const number = Number(index)
    const track = this.tracks.get(number) ?? emptyTrack()
    this.tracks.set(number, track)
    track.bytes += Number(size ?? 0)
    if (flags[1] === 'D') {
      track.hidden += 1
      return
    }
    if (pts === undefined) track.missingTimes = true
    if (flags[0] === 'K') track.keys.push(track.times.length)
    track.times.push(Number(pts ?? dts ?? Number.NaN))
    track.durations.push(Number(duration ?? 0))
  }
}
