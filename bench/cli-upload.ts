import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createForge } from '@video-forge/client'
import { adminPassword, signIn } from '../e2e/harness/api-calls.ts'
import { growTo } from '../e2e/harness/grow-clip.ts'
import { root, startProcess } from '../e2e/harness/product-process.ts'
import { clipFile, smallClip } from '../server/testing/media/clips.ts'
import { median, printTable } from './harness/table.ts'

const bytes = 500_000_000
const turns = 7

/** 500 MB by `forge upload`, which can resume, against `curl -T` to the signed link, which cannot, on loopback and in turns. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: adminPassword })
  const person = createForge({ url: product.url, token: await signIn(product) })
  const { secret } = await person.call('POST /account/keys', { body: { name: 'bench', scopes: ['read', 'upload', 'manage'] } })
  const file = join(folder, 'clip.mp4')
  await writeFile(file, await clipFile('clip.mp4', smallClip))
  await growTo(file, bytes)
  const environment = { PATH: process.env['PATH'] ?? '', HOME: folder, FORGE_URL: product.url, FORGE_KEY: secret }
  const deleteVideo = (id: string) => person.call('DELETE /gallery/videos/{id}', { params: { id } })

  /** The same three steps as the command line: ask for the link, send, confirm. */
  const byCurl = async () => {
    const post = async (path: string, body: object) => {
      const headers = ['-H', `Authorization: Bearer ${secret}`, '-H', 'Content-Type: application/json']
      return JSON.parse(
        await runProgram('curl', ['-sSf', ...headers, '-d', JSON.stringify(body), `${product.url}/prod/api${path}`], environment),
      )
    }
    const { uploadUrl, s3Key } = await post('/upload/generate-url', { filename: 'clip.mp4', contentType: 'video/mp4', size: bytes })
    await runProgram('curl', ['-sSf', '-T', file, '-H', 'Content-Type: video/mp4', uploadUrl], environment)
    return String((await post('/upload/confirm', { s3Key })).video.id)
  }
  const byForge = async () => {
    const text = await runProgram(join(root, 'cli', 'bin', 'forge.mjs'), ['upload', file, '--formats', 'none', '--json'], environment)
    return String(JSON.parse(text).uploads[0].id)
  }
  const times: Record<'curl' | 'forge', number[]> = { curl: [], forge: [] }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [name, send] of [
      ['curl', byCurl],
      ['forge', byForge],
    ] as const) {
      const begin = performance.now()
      const id = await send()
      times[name].push((performance.now() - begin) / 1000)
      await deleteVideo(id)
    }
  }
  await product.stop()
  await rm(folder, { recursive: true, force: true })
  const [curl, forge] = [median(times.curl), median(times.forge)]
  const show = (all: number[]) =>
    `${median(all).toFixed(2)} s, ${Math.round(bytes / 1e6 / median(all))} MB/s (fastest ${Math.min(...all).toFixed(2)} s)`
  printTable(`500 MB, ${turns} times in turns, from the first call to the confirmed video`, [
    { what: 'curl -T to the signed link', measured: show(times.curl) },
    { what: 'forge upload', measured: show(times.forge) },
    { what: 'forge against curl', measured: `${(curl / forge).toFixed(2)} x`, target: 'at least 0.9 x', ok: curl / forge >= 0.9 },
  ])
}

async function runProgram(program: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}`)
  return text
}
