import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { adminPassword } from '../e2e/harness/api-calls.ts'
import { findChromium } from '../e2e/harness/find-chromium.ts'
import { startProcess } from '../e2e/harness/product-process.ts'
import { publicVideo } from './harness/public-video.ts'
import { printTable, type Row } from './harness/table.ts'

interface LoadedFile {
  path: string
  type: string
  raw: Buffer
  encoding: string
  wire: number
}

/** The library that plays adaptive streams. It is loaded only where the browser needs it. */
const playbackLibrary = /\/hls[.-]/

/** What a first visitor's browser loads for the landing page and for the page of a public video, as a browser counts it. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-background-networking'] })
  const landing = await loadedBy(browser, (page) => page.goto(product.url, { waitUntil: 'networkidle' }))
  const id = await publicVideo(product)
  const watch = await loadedBy(browser, (page) => playOnce(page, `${product.url}/video/${id}`))
  await browser.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })

  printTable('First page', [...rowsOf(landing), scriptsRow(landing, 120), wireRow(landing)])
  printTable('The page of a public video, played once', [
    ...rowsOf(watch.filter(isScript)),
    scriptsRow(
      watch.filter(({ path }) => !playbackLibrary.test(path)),
      150,
    ),
  ])
}

async function loadedBy(browser: Browser, visit: (page: Page) => Promise<unknown>): Promise<LoadedFile[]> {
  const page = await browser.newPage()
  const files: Promise<LoadedFile>[] = []
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    // Bytes of videos are not counted, and some of them are never read to their end.
    if (path.startsWith('/media/')) return
    files.push(
      response
        .body()
        .catch(() => Buffer.alloc(0))
        .then((raw) => {
          const headers = response.headers()
          const wire = Number(headers['content-length'] ?? raw.length)
          return { path, type: response.request().resourceType(), raw, encoding: headers['content-encoding'] ?? 'none', wire }
        }),
    )
  })
  await visit(page)
  const loaded = await Promise.all(files)
  await page.close()
  return loaded
}

async function playOnce(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
}

const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const isScript = ({ type, path }: LoadedFile): boolean => type === 'script' || path.endsWith('.js')

const rowsOf = (files: readonly LoadedFile[]): Row[] =>
  files.map(({ path, raw, wire, encoding }) => ({
    what: `  ${path}`,
    measured: `${kb(raw.length)}, ${kb(wire)} on the wire (${encoding})`,
  }))

function scriptsRow(files: readonly LoadedFile[], maxKb: number): Row {
  const gzipped = files.filter(isScript).reduce((sum, { raw }) => sum + gzipSync(raw, { level: 9 }).length, 0)
  return { what: 'JavaScript, gzipped', measured: kb(gzipped), target: `at most ${maxKb} kB`, ok: gzipped <= maxKb * 1000 }
}

const wireRow = (files: readonly LoadedFile[]): Row => ({
  what: 'everything, on the wire',
  measured: kb(files.reduce((sum, { wire }) => sum + wire, 0)),
})
