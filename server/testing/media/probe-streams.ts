import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What ffprobe finds in a file or at an address. */
export async function probeStreams(source: string): Promise<{ streams: Record<string, unknown>[]; duration: number }> {
  const entries = 'stream=codec_name,width,height,pix_fmt,r_frame_rate:format=duration'
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', source])
  const { streams, format } = JSON.parse(stdout) as { streams: Record<string, unknown>[]; format: { duration?: string } }
  return { streams, duration: Number(format.duration ?? 0) }
}
