import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface ClipServer {
  url(name: string): string
  /** The requested paths, in order. */
  requests: string[]
  close(): Promise<void>
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void

/** Arguments of ffmpeg; `times` is how often its output is repeated, without encoding it again. */
type Clip = readonly string[] | { args: readonly string[]; times: number }

/** What the files of a worker have made already; many use the same clips. */
const made = new Map<string, Promise<Buffer>>()

async function makeClip(path: string, clip: Clip): Promise<void> {
  const key = JSON.stringify([extname(path), clip])
  const known = made.get(key)
  if (known) return writeFile(path, await known)
  const making = runFfmpeg(path, clip).then(() => readFile(path))
  made.set(key, making)
  await making
}

async function runFfmpeg(path: string, clip: Clip): Promise<void> {
  const ffmpeg = (...args: readonly string[]) => run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args])
  if (!('times' in clip)) return void (await ffmpeg(...clip, path))
  const once = join(dirname(path), `once-${basename(path)}`)
  await ffmpeg(...clip.args, once)
  await ffmpeg('-stream_loop', String(clip.times), '-i', once, '-c', 'copy', path)
  await rm(once)
}

/** Clips made by ffmpeg and served over HTTP, with handlers of the test for other paths. */
export async function serveClips(clips: Record<string, Clip>, others: Record<string, Respond> = {}): Promise<ClipServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-clips-'))
  for (const [name, clip] of Object.entries(clips)) await makeClip(join(folder, name), clip)
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const other = others[path]
    if (other) return other(request, response)
    const file = join(folder, basename(path))
    const info = await stat(file).catch(() => undefined)
    if (!info) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': info.size, etag: '"clip"' })
    return createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One clip as bytes. The extension of the name is its container. */
export async function clipFile(name: string, clip: Clip): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-clip-'))
  try {
    await makeClip(join(folder, name), clip)
    return await readFile(join(folder, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const picture = (size: string, seconds: number) => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=10:duration=${seconds}`]
const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]

/** Two seconds that browsers can play. */
export const smallClip = [
  ...picture('640x360', 2),
  ...sound(2),
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  '-c:a',
  'aac',
  '-shortest',
]

/** So many seconds in a codec that has to be encoded, of which each takes nearly one. Half a second of noise is drawn, and repeated. */
export const slowClip = (seconds: number) => ({
  args: ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30:duration=0.5,noise=alls=30:allf=t', '-c:v', 'mpeg4', '-q:v', '12'],
  times: 2 * seconds - 1,
})

export const soundOnly = [...sound(1), '-c:a', 'aac']

/** Two seconds that no browser can play. */
export const unplayableClip = [...picture('320x240', 2), '-c:v', 'mpeg4', '-q:v', '8']

/** Two seconds as browsers record them. */
export const webmClip = [
  ...picture('320x240', 2),
  ...sound(2),
  '-pix_fmt',
  'yuv420p',
  '-c:v',
  'libvpx-vp9',
  '-deadline',
  'realtime',
  '-cpu-used',
  '8',
  '-c:a',
  'libopus',
]
