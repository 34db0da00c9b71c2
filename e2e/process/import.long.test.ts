import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportedTo } from '../../server/testing/imports/unpacked-export.ts'
import { clipFile, smallClip } from '../../server/testing/media/clips.ts'
import { adminPassword, ask, signIn } from '../harness/api-calls.ts'
import { type ProductProcess, startProcess } from '../harness/product-process.ts'
import { until } from '../harness/until.ts'

const count = 10
/** How many videos are imported when the product is killed. */
const killedAt = [2, 6]

interface Report {
  status: string
  counts: { total: number; done: number; failed: number }
  items: { status: string; reason: string | null; videoTitle: string | null }[]
}

test('kill -9 of the product in the middle of an import of an unpacked export: it goes on, and nothing is there twice', {
  timeout: 600_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vf-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  await writeExport(join(folder, 'moved'))
  const dataDir = join(folder, 'data')
  const environment = { PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword, IMPORT_DIR: join(folder, 'moved') }
  const start = async () => {
    const started = await startProcess(environment, { ownGroup: true })
    onTestFinished(async () => void (await started.stop('SIGKILL')))
    return started
  }
  const reportOf = async (product: ProductProcess) =>
    (await ask(product, `GET /imports/${id}`, await signIn(product)))['import'] as unknown as Report

  let product = await start()
  const request = { kind: 'folder', path: 'eve', formats: ['480p'] }
  const { id } = (await ask(product, 'POST /imports', await signIn(product), request))['import'] as { id: string }
  for (const done of killedAt) {
    await until(`${done} imported videos`, async () => ((await reportOf(product)).counts.done >= done ? true : undefined), 120)
    process.kill(-(product.child.pid ?? 0), 'SIGKILL')
    await product.stop()
    product = await start()
    expect((await reportOf(product)).status).not.toBe('completed')
  }
  await until('the end of the import', async () => ((await reportOf(product)).status === 'completed' ? true : undefined), 240)

  const titles = Array.from({ length: count }, (_, index) => `Film ${index + 1}`)
  const { counts, items } = await reportOf(product)
  expect(counts).toMatchObject({ total: count, done: count, failed: 0 })
  expect(items.map(({ videoTitle }) => videoTitle)).toEqual(titles)
  const token = await signIn(product)
  const jobs = async () => (await ask(product, 'GET /jobs?limit=100', token))['jobs'] as { title: string; status: string }[]
  await until('the end of all jobs', async () => ((await jobs()).every(({ status }) => status === 'COMPLETED') ? true : undefined), 240)
  expect((await jobs()).map(({ title }) => title).sort()).toEqual(titles.toSorted())
  const { playlists } = (await ask(product, 'GET /playlists', token)) as { playlists: { id: string; title: string }[] }
  const made = playlists.filter(({ title }) => title === 'Trips')
  expect(made).toHaveLength(1)
  const { playlist } = (await ask(product, `GET /playlists/${made[0]?.id}`, token)) as { playlist: { videoCount: number } }
  expect(playlist.videoCount).toBe(count)
  expect(await readdir(join(dataDir, 'storage', 'objects', 'videos'))).toHaveLength(count)
})

async function writeExport(folder: string): Promise<void> {
  const clip = await clipFile('small.mp4', smallClip)
  for (const [path, text] of Object.entries(exportedTo('eve', count))) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, path.endsWith('/original.mp4') ? clip : text)
  }
}
