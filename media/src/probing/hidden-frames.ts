import type { TrackPackets } from './packet-log.ts'

/**
 * The packets without those of VP8 that are never shown. Later frames refer to them; each has the time of the frame after it, and players and
 * ffmpeg make no picture of it.
 */
export function withoutHiddenFrames(packets: TrackPackets): TrackPackets {
  const { times, durations, keys } = packets
  const isShown = times.map((time, at) => time !== times[at + 1])
  if (isShown.every(Boolean)) return packets
  let count = 0
  // One that is left out counts as the frame after it.
  const places = isShown.map((isKept) => (isKept ? count++ : count))
  return {
    ...packets,
    times: times.filter((_, at) => isShown[at]),
    durations: durations.filter((_, at) => isShown[at]),
    keys: [...new Set(keys.map((at) => places[at] ?? 0))],
  }
}
