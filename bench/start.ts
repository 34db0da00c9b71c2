import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProcess } from '../e2e/harness/product-process.ts'
import { memoryOfTree } from './harness/processes.ts'
import { median, printTable } from './harness/table.ts'

const starts = 7
const idleSeconds = 20

/** How long the built product takes from the command to the first ready answer, and what it holds in memory when idle. */
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
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })

  const sum = (kind: 'rss' | 'pss') => processes.reduce((total, process) => total + process[kind], 0)
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
      what: `all ${processes.length} processes idle, resident added up`,
      measured: `${sum('rss').toFixed(1)} MB`,
      target: 'at most 160 MB',
      ok: sum('rss') <= 160,
    },
    {
      what: 'all processes idle, shared pages counted once',
      measured: `${sum('pss').toFixed(1)} MB`,
      target: 'at most 160 MB',
      ok: sum('pss') <= 160,
    },
  ])
}

async function timedStart(dataDir: string) {
  const begin = performance.now()
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir })
  const ready = await fetch(`${product.url}/readyz`)
  if (!ready.ok) throw new Error(`not ready: ${await ready.text()}`)
  return { product, ms: Math.round(performance.now() - begin) }
}
