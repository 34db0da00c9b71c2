import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { openSearchSite, type SearchSite } from './harness/search-site.ts'
import { wordOf } from './harness/seed-search.ts'
import { printTable } from './harness/table.ts'

const rounds = 210
const warmUp = 10
const targetMs = 100

const pick = (from: number, to: number): string => wordOf(from + Math.floor(Math.random() * (to - from)))

/** Words by how frequent they are: the first ranks are in almost every video, the last in one of six thousand. */
const searches: Record<string, (count: number) => string> = {
  'a common word': () => pick(1, 20),
  'a word in one video of three': () => pick(100, 150),
  'a word in one video of a hundred': () => pick(3000, 4000),
  'a rare word': () => pick(150_000, 195_000),
  'a word of one video': (count) => String(1 + Math.floor(Math.random() * count)),
  'an absent word': () => `absent${pick(1, 200_000)}`,
  'two common words': () => `${pick(1, 20)} ${pick(20, 60)}`,
  'a common and a rare word': () => `${pick(150_000, 195_000)} ${pick(1, 20)}`,
  'two words that seldom meet': () => `${pick(3000, 4000)} ${pick(3000, 4000)}`,
  'a common and an absent word': () => `absent ${pick(1, 20)}`,
  'the beginning of a word': () => pick(5000, 190_000).slice(0, 4),
  'a word of every title': () => 'clip',
  'a phrase': () => '"grand harbour opening"',
  'a phrase that nobody says': () => '"harbour grand opening"',
  Japanese: () => '東京タワー',
  'a filter': () => `${pick(1, 20)} longer:80m tag:sea`,
  'after a date': () => `${pick(1, 20)} after:2026-01`,
  'before a date': () => `${pick(1, 20)} before:2026-11-30`,
  'a tag of every video': () => 'tag:sea',
  'a tag': () => `tag:tag${Math.floor(Math.random() * 2000)}`,
  'a tag and a common word': () => `${pick(1, 20)} tag:tag${Math.floor(Math.random() * 2000)}`,
  'a length that no video has': () => `${pick(1, 20)} longer:100m`,
}

/** What somebody has typed so far. */
const beginnings: Record<string, () => string> = {
  'a beginning of every title': () => 'cl',
  'the beginning of twenty tags': () => `tag${Math.floor(Math.random() * 200)}`,
  'a beginning that nothing has': () => `absent${pick(1, 200_000)}`,
}

/**
 * The search in every word: how long it takes for visitors and for the owner of videos, its CPU time, which other work
 * on the machine hardly changes, and how much it stores.
 *
 * `npm run bench -- search [videos] [part of a name] [--keep FOLDER]`: a site in FOLDER is kept, and the next run with the same FOLDER measures it again.
 */
export async function run(args: string[] = []): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { keep: { type: 'string' } } })
  const dataDir = values.keep ? resolve(values.keep) : await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const site = await openSearchSite(dataDir, Number(positionals[0] ?? 1_000_000))
  const rows = []
  const chosen = <Make>(makers: Record<string, Make>) => Object.entries(makers).filter(([what]) => what.includes(positionals[1] ?? ''))
  for (const [who, sent] of [
    ['visitor', {}],
    ['owner', site.headers],
  ] as const) {
    for (const [what, make] of chosen(searches)) rows.push(await measure(site, `${what}, ${who}`, make, { path: 'search', headers: sent }))
    for (const [what, make] of chosen(beginnings))
      rows.push(await measure(site, `suggestions for ${what}, ${who}`, make, { path: 'suggestions', headers: sent }))
  }
  rows.push(
    rowOf(
      'all of these together',
      rows.flatMap(({ times }) => times),
    ),
  )
  printTable(`The search among ${site.count} videos of 1,000 words and 20 tags, load average ${loadavg()[0]?.toFixed(1)}`, rows)
  printTable('What it stores', await sizes(site.client))
  await site.stop()
  if (!values.keep) await rm(dataDir, { recursive: true, force: true })
}

interface Asked {
  path: 'search' | 'suggestions'
  headers: Record<string, string>
}

async function measure(site: SearchSite, what: string, make: (count: number) => string, { path, headers }: Asked) {
  const times: number[] = []
  let found = 0
  let cpu = 0
  for (let i = 0; i < rounds; i += 1) {
    if (i === warmUp) cpu = site.cpuSeconds()
    const query = new URLSearchParams({ q: make(site.count) })
    let begin = performance.now()
    let answer = await fetch(`${site.url}/prod/api/gallery/${path}?${query}`, { headers })
    // More suggestions a minute than one person types.
    while (answer.status === 429) {
      await pause(Number(answer.headers.get('retry-after') ?? 1) * 1000)
      begin = performance.now()
      answer = await fetch(`${site.url}/prod/api/gallery/${path}?${query}`, { headers })
    }
    const { results = [] } = (await answer.json()) as { results?: unknown[] }
    times.push(performance.now() - begin)
    if (!answer.ok) throw new Error(`${query} answered ${answer.status}`)
    found += results.length
  }
  const cpuMs = ((site.cpuSeconds() - cpu) / (rounds - warmUp)) * 1000
  return rowOf(what, times.slice(warmUp), `, CPU ${cpuMs.toFixed(1)} ms, ${(found / rounds).toFixed(1)} videos`)
}

function rowOf(what: string, times: number[], rest = '') {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  const measured = `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms${rest}`
  return { what, measured, target: `p99 under ${targetMs} ms`, ok: at(0.99) < targetMs, times }
}

async function sizes(client: Client) {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select 'index of the words' as name, pg_relation_size('search_documents_keys') as bytes
     union all select 'documents', pg_table_size('search_documents')
     union all select 'captions', pg_table_size('captions')`,
  )
  return rows.map(({ name, bytes }) => ({ what: name, measured: `${(Number(bytes) / 1e6).toFixed(0)} MB`, target: '', ok: true }))
}
