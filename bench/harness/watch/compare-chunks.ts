import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** Half of the shortest picture. */
const toleranceSeconds = 0.008

interface Packet {
  seconds: number
  hash: string
}

/**
 * What was sent to a viewer in chunks while the video was encoded, against the finished files, packet by packet. Takes the addresses of the
 * tracks' playlists; those of splits that were given up are not there any more.
 */
export async function differencesOf(playlists: Iterable<string>): Promise<string[]> {
  const differences: string[] = []
  for (const address of playlists) {
    const [, folder = '', track = ''] = /^(.*\/)live-[^/]+-([^-/]+)\.m3u8$/.exec(address) ?? []
    if (!(await fetch(address)).ok) continue
    const kind = track === 'audio' ? 'a' : 'v'
    const sent = await packetsOf(address, kind)
    const finished = await packetsOf(await finishedFile(folder, track), kind)
    differences.push(...compare(track, sent, finished))
  }
  return differences
}

/** Audio is the same in all qualities. */
async function finishedFile(folder: string, track: string): Promise<string> {
  const formats = track === 'audio' ? ['480p', '720p', '1080p', '4k'] : [track]
  for (const format of formats) if ((await fetch(`${folder}${format}.mp4`, { method: 'HEAD' })).ok) return `${folder}${format}.mp4`
  throw new Error(`no finished file for ${track}`)
}

function compare(track: string, sent: readonly Packet[], finished: readonly Packet[]): string[] {
  const at = finished.findIndex(({ seconds, hash }, index) => {
    const packet = sent[index]
    return !packet || packet.hash !== hash || Math.abs(packet.seconds - seconds) > toleranceSeconds
  })
  // Silence may follow the audio of the finished files.
  const isMore = track !== 'audio' && sent.length > finished.length
  if (at < 0 && !isMore) return []
  return [
    `${track}: chunks of ${sent.length} packets, a file of ${finished.length}, different from packet ${at} at ${finished[at]?.seconds} s on`,
  ]
}

async function packetsOf(address: string, kind: 'a' | 'v'): Promise<Packet[]> {
  const input = address.endsWith('.m3u8') ? ['-allowed_extensions', 'ALL', '-i', address] : ['-i', address]
  const { stdout } = await exec('ffmpeg', ['-v', 'error', ...input, '-map', `0:${kind}:0`, '-c', 'copy', '-f', 'framemd5', '-'], {
    maxBuffer: 64 * 1024 ** 2,
  })
  const [, numerator = '1', denominator = '1'] = /#tb 0: (\d+)\/(\d+)/.exec(stdout) ?? []
  const rows = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const packets = rows.map((line) => {
    const [, , pts = '', , , hash = ''] = line.split(',').map((field) => field.trim())
    return { seconds: (Number(pts) * Number(numerator)) / Number(denominator), hash }
  })
  const first = packets[0]?.seconds ?? 0
  return packets.map(({ seconds, hash }) => ({ seconds: seconds - first, hash }))
}
