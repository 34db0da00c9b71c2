import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProcess } from '../e2e/harness/product-process.ts'
import { memoryOfTree, type ProcessMemory } from './harness/processes.ts'
import { median, printTable } from './harness/table.ts'

const starts = 7
const idleSeconds = 20

/** Time from the command to the first ready response of the built product, and its idle memory. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const first = await timedStart(dataDir)
  await first.product.stop()
  const later: number[] = []
  for (let i = 0; i < starts; i += 1) {
    const { product, ms } = await timedStart(dataDir)
    later.push(ms)
    await product.stop()
  }

  const { product } = await timedStart(dataDir)
  await wait(idleSeconds * 1000)
  const processes = memoryOfTree(product.child.pid ?? 0)
  // Scheduled tasks open a connection for a moment every few seconds, so several samples are taken.
  const looks: { rss: number; pss: number }[] = []
  for (let i = 0; i < 30; i += 1) {
    const now = memoryOfTree(product.child.pid ?? 0)
    looks.push({ rss: add(now, 'rss'), pss: add(now, 'pss') })
    await wait(500)
  }
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })

  const rss = looks.map((look) => look.rss)
  const pss = looks.map((look) => look.pss)
  printTable('Start and idle memory', [
    { what: 'first start to ready, empty data folder', measured: `${first.ms} ms` },
    {
      what: `later start to ready, median of ${starts}`,
      measured: `${median(later)} ms`,
      target: 'at most 2000 ms',
      ok: median(later) <= 2000,
    },
    {
      what: `later start to ready, worst of ${starts}`,
      measured: `${Math.max(...later)} ms`,
      target: 'at most 2000 ms',
      ok: Math.max(...later) <= 2000,
    },
    ...processes.map(({ name, rss, pss }) => ({
      what: `  ${name.slice(0, 60)}`,
      measured: `${rss.toFixed(1)} MB resident, ${pss.toFixed(1)} MB its share`,
    })),
    {
      what: 'all, sum of resident memory, median of 30 samples',
      measured: mb(median(rss)),
      target: 'at most 160 MB',
      ok: median(rss) <= 160,
    },
    { what: 'the same, worst sample', measured: mb(Math.max(...rss)) },
    {
      what: 'all, shared pages counted once, worst sample',
      measured: mb(Math.max(...pss)),
      target: 'at most 160 MB',
      ok: Math.max(...pss) <= 160,
    },
  ])
}

const mb = (megabytes: number): string => `${megabytes.toFixed(1)} MB`

const add = (processes: ProcessMemory[], kind: 'rss' | 'pss'): number => processes.reduce((total, process) => total + process[kind], 0)

async function timedStart(dataDir: string) {
  const begin = performance.now()
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir })
  const ready = await fetch(`${product.url}/readyz`)
  if (!ready.ok) throw new Error(`not ready: ${await ready.text()}`)
  return { product, ms: Math.round(performance.now() - begin) }
}
