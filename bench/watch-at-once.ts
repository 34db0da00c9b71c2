import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../e2e/harness/find-chromium.ts'
import { startProcess } from '../e2e/harness/product-process.ts'
import { median, printTable, type Row } from './harness/table.ts'

const password = 'Correct-Horse-1'
const rounds = 5
/** Seconds of 1080p at about 8 Mbit/s: some 10 and some 100 MB. */
const lengths = [10, 100]

/** From the last byte of an upload to playback in a browser: the calls of the upload page, then playing. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-background-networking'] })
  const page = await browser.newPage()
  await page.goto(product.url)
  const call = caller(product.url, await signIn(product.url))
  const rows: Row[] = []
  for (const seconds of lengths) {
    const clip = join(dataDir, `${seconds}.mp4`)
    await makeClip(clip, seconds)
    const { size } = await stat(clip)
    const content = await readFile(clip)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await sendAndWatch(call, page, content))
    rows.push({
      what: `${(size / 1e6).toFixed(0)} MB, ${seconds} s, median of ${rounds}`,
      measured: `${Math.round(median(times))} ms (worst ${Math.round(Math.max(...times))} ms)`,
      target: 'at most 1000 ms',
      ok: median(times) <= 1000,
    })
  }
  await browser.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
  printTable('From the last byte of an upload to playback', rows)
}

type Call = (path: string, body?: object) => Promise<Record<string, unknown>>

async function sendAndWatch(call: Call, page: Page, content: Buffer): Promise<number> {
  const { uploadUrl, s3Key } = await call('/upload/generate-url', { filename: 'clip.mp4', contentType: 'video/mp4', size: content.length })
  await fetch(String(uploadUrl), { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: new Uint8Array(content) })
  const begin = performance.now()
  await call('/metadata/extract', { s3Key })
  const { video } = await call('/upload/confirm', { s3Key, visibility: 'private' })
  const { id } = video as { id: string }
  const { streamUrl } = await call(`/gallery/videos/${id}/stream?quality=original`)
  await page.evaluate(
    (url) =>
      new Promise<void>((resolve) => {
        const player = document.createElement('video')
        player.muted = true
        player.src = url
        player.addEventListener('timeupdate', () => player.currentTime > 0 && resolve())
        document.body.replaceChildren(player)
        void player.play()
      }),
    String(streamUrl),
  )
  return performance.now() - begin
}

async function makeClip(path: string, seconds: number): Promise<void> {
  const source = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=1920x1080:rate=30:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=duration=${seconds}`,
  ]
  const encoder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '8M', '-minrate', '8M', '-maxrate', '8M', '-bufsize', '8M']
  const rest = ['-x264-params', 'nal-hrd=cbr', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-y', path]
  await promisify(execFile)('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...source, ...encoder, ...rest])
}

const caller =
  (url: string, token: string): Call =>
  async (path, body) => {
    const answer = await fetch(`${url}/prod/api${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }

async function signIn(url: string): Promise<string> {
  const { result } = await caller(url, '')('/auth/login', { username: 'admin', password })
  return (result as { tokens: { idToken: string } }).tokens.idToken
}
