import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { findChromium } from '../e2e/harness/find-chromium.ts'
import { startProcess } from '../e2e/harness/product-process.ts'
import { printTable } from './harness/table.ts'

/** What a first visitor's browser loads for the landing page, as a browser counts it. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-background-networking'] })
  const page = await browser.newPage()
  const loaded: { path: string; type: string; raw: Buffer; encoding: string; wire: number }[] = []
  page.on('response', async (response) => {
    const raw = await response.body().catch(() => Buffer.alloc(0))
    const headers = response.headers()
    const wire = Number(headers['content-length'] ?? raw.length)
    loaded.push({
      path: new URL(response.url()).pathname,
      type: response.request().resourceType(),
      raw,
      encoding: headers['content-encoding'] ?? 'none',
      wire,
    })
  })
  await page.goto(product.url, { waitUntil: 'networkidle' })
  await browser.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })

  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const scripts = loaded.filter(({ type, path }) => type === 'script' || path.endsWith('.js'))
  const gzipped = scripts.reduce((sum, { raw }) => sum + gzipSync(raw, { level: 9 }).length, 0)
  const wire = loaded.reduce((sum, each) => sum + each.wire, 0)
  printTable('First page', [
    ...loaded.map(({ path, raw, wire: bytes, encoding }) => ({
      what: `  ${path}`,
      measured: `${kb(raw.length)}, ${kb(bytes)} on the wire (${encoding})`,
    })),
    { what: 'JavaScript, gzipped', measured: kb(gzipped), target: 'at most 120 kB', ok: gzipped <= 120_000 },
    { what: 'everything, on the wire', measured: kb(wire) },
  ])
}
