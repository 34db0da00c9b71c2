import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { adminPassword, ask, signIn } from '../e2e/harness/api-calls.ts'
import { type ProductProcess, startProcess } from '../e2e/harness/product-process.ts'
import { clipsOf } from './harness/drawn-clips.ts'
import { type Load, loadWith } from './harness/load.ts'
import { memoryOfTree } from './harness/processes.ts'
import { sendClip } from './harness/send-clip.ts'
import { printTable } from './harness/table.ts'

const exec = promisify(execFile)
const list = '/prod/api/gallery/videos?limit=50'
const jobs = 5
const startMs = 2000

/** What others notice of AV1: how soon a job starts that arrives meanwhile, and how long the gallery takes. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: adminPassword, CAPTIONS: 'off' })
  try {
    const token = await signIn(product)
    await addVideo(product, token, folder)
    await visits(product, 2)
    const idle = await visits(product)
    await ask(product, 'PUT /admin/reencoding', token, { mode: 'all', minPlays: 1, fromHour: 0, toHour: 0, cpuShare: 100 })
    await until(() => isEncoding(product))
    const beside = await visits(product)
    const starts: number[] = []
    for (let at = 0; at < jobs; at += 1) starts.push(await startBeside(product, token))
    printTable('Beside the encoder of AV1', [
      {
        what: `until a new job is processed, and until the encoder is gone: the slowest of ${jobs}`,
        measured: `${Math.round(Math.max(...starts))} ms (${starts.map(Math.round).join(', ')})`,
        target: `at most ${startMs} ms`,
        ok: Math.max(...starts) <= startMs,
      },
      { what: 'the gallery, two visitors at once, idle', measured: timesOf(idle) },
      { what: 'the same beside it', measured: timesOf(beside) },
    ])
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const visits = (product: ProductProcess, seconds = 10): Promise<Load> => loadWith(product.url, [list], { connections: 2, seconds })
const timesOf = ({ p50, p99, perSecond }: Load): string =>
  `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${Math.round(perSecond)} a second`

const isEncoding = (product: ProductProcess): boolean => memoryOfTree(product.child.pid ?? 0).some(({ name }) => name.includes('libsvtav1'))

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20)
}

/** A minute and more, so that there is something to encode until the end. */
async function addVideo(product: ProductProcess, token: string, folder: string): Promise<void> {
  for await (const { path } of clipsOf('zoom', folder)) {
    const long = join(folder, 'long.mkv')
    await exec('ffmpeg', ['-v', 'error', '-stream_loop', '5', '-i', path, '-c', 'copy', long])
    const clip = { file: 'long.mkv', formats: ['720p' as const, '480p' as const], uploadType: 'video/x-matroska' }
    const { id } = await sendClip(product, token, clip, long)
    await until(async () => (await statusOf(product, token, id)) === 'COMPLETED')
  }
}

const statusOf = async (product: ProductProcess, token: string, id: string): Promise<string> =>
  ((await ask(product, `GET /jobs/${id}`, token)) as { job: { status: string } }).job.status

async function startBeside(product: ProductProcess, token: string): Promise<number> {
  await until(() => isEncoding(product))
  const begin = performance.now()
  const body = { inputSource: 'local-sample.mp4', outputFormats: ['480p'], visibility: 'private' }
  const { job } = (await ask(product, 'POST /jobs', token, body)) as { job: { id: string } }
  await until(async () => (await statusOf(product, token, job.id)) !== 'PENDING' && !isEncoding(product))
  const took = performance.now() - begin
  await until(async () => (await statusOf(product, token, job.id)) === 'COMPLETED')
  return took
}
