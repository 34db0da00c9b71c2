import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { adminPassword } from '../e2e/harness/api-calls.ts'
import { findChromium } from '../e2e/harness/find-chromium.ts'
import { startProcess } from '../e2e/harness/product-process.ts'
import { publicVideo } from './harness/public-video.ts'
import { median, printTable, type Row } from './harness/table.ts'

const exec = promisify(execFile)

/** Not a dependency: it is large, and needed only here. */
const program = 'lighthouse@12'
const categories = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof categories

interface Report {
  categories: Record<Category, { score: number }>
  audits: Record<string, { numericValue?: number }>
}

/**
 * Lighthouse's scores for a phone: the landing page, the gallery and the page of a video.
 * `npm run bench -- lighthouse [part of a name] [--runs N]`, on an idle machine; the middle of three runs counts.
 */
export async function run(args: string[] = []): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { runs: { type: 'string', default: '3' } } })
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword })
  try {
    const id = await publicVideo(product)
    console.log(`Load before: ${loadavg().map((load) => load.toFixed(1))}`)
    const pages = { landing: '/', gallery: '/gallery', watch: `/video/${id}` }
    for (const [name, path] of Object.entries(pages)) {
      if (!name.includes(positionals[0] ?? '')) continue
      const reports: Report[] = []
      for (let count = 0; count < Number(values.runs); count += 1) reports.push(await inspect(product.url + path))
      printTable(name, rowsOf(reports))
    }
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function inspect(address: string): Promise<Report> {
  const flags = '--headless --no-sandbox --disable-background-networking'
  const options = ['--output=json', '--quiet', `--only-categories=${Object.keys(categories)}`, `--chrome-flags=${flags}`]
  const env = { ...process.env, CHROME_PATH: findChromium() }
  const { stdout } = await exec('npx', ['--yes', program, address, ...options], { env, maxBuffer: 64 * 1024 ** 2 })
  return JSON.parse(stdout) as Report
}

const milliseconds = ['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time'] as const

function rowsOf(reports: Report[]): Row[] {
  const scores = Object.entries(categories).map(([category, target]): Row => {
    const each = reports.map((report) => Math.round(report.categories[category as Category].score * 100))
    const measured = median(each)
    return { what: category, measured: `${measured} (${each.join(', ')})`, target: `at least ${target}`, ok: measured >= target }
  })
  const times = milliseconds.map((audit): Row => {
    const measured = median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN))
    return { what: audit.replaceAll('-', ' '), measured: `${Math.round(measured)} ms` }
  })
  return [...scores, ...times]
}
