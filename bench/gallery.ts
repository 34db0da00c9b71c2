import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startProcess } from '../e2e/harness/product-process.ts'
import { loadWith } from './harness/load.ts'
import { median, printTable } from './harness/table.ts'

const password = 'Correct-Horse-1'
const list = '/prod/api/gallery/videos?limit=50'
const rounds = 400

/** Throughput of the gallery list, and whether a million videos cost more than a thousand. */
export async function run([count = '1000000']: string[]): Promise<void> {
  const small = await startWith(1000)
  const large = await startWith(Number(count))
  const { few, many } = await costs(small, large)
  await small.stop()

  const { url, user } = large
  await loadWith(url, [list], { connections: 8, seconds: 2 })
  const whole = await loadWith(url, [list], { connections: 8, seconds: 5 })
  const etag = String((await fetch(url + list)).headers.get('etag'))
  const unchanged = await loadWith(url, [list], { connections: 8, seconds: 5, headers: { 'If-None-Match': etag } })
  const idle = await loadWith(url, [list], { connections: 1, seconds: 5 })
  const encoding = await whileEncoding(url, user, () => loadWith(url, [list], { connections: 2, seconds: 8 }))
  await large.stop()

  const rows = Object.entries(few).map(([what, cost]) => {
    const ratio = (many[what] ?? Number.NaN) / cost
    const measured = `${cost.toFixed(2)} ms at a thousand, ${many[what]?.toFixed(2)} ms at ${count}: ${ratio.toFixed(2)} x`
    return { what, measured, target: 'at most 1.2 x', ok: ratio <= 1.2 }
  })
  printTable(`The gallery at a thousand and at ${count} videos`, rows)
  printTable(`A list of 50 to visitors, ${count} videos`, [
    {
      what: 'full responses',
      measured: `${Math.round(whole.perSecond)} a second, p99 ${whole.p99.toFixed(1)} ms`,
      target: 'at least 3000',
      ok: whole.perSecond >= 3000,
    },
    {
      what: 'with If-None-Match',
      measured: `${Math.round(unchanged.perSecond)} a second, ${JSON.stringify(unchanged.statuses)}`,
      target: 'at least 3000',
      ok: unchanged.perSecond >= 3000,
    },
    {
      what: 'one visitor alone',
      measured: `p50 ${idle.p50.toFixed(2)} ms, p99 ${idle.p99.toFixed(2)} ms`,
      target: 'p99 under 20 ms',
      ok: idle.p99 < 20,
    },
    {
      what: 'two visitors while four jobs are encoded',
      measured: `p50 ${encoding.p50.toFixed(2)} ms, p99 ${encoding.p99.toFixed(2)} ms`,
      target: 'p99 under 100 ms',
      ok: encoding.p99 < 100,
    },
  ])
}

interface Site {
  url: string
  user: Record<string, string>
  stop(): Promise<void>
}

/** A product with this many videos and a signed-in user without any. */
async function startWith(count: number): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password })
  const client = new Client({ host: join(dataDir, 'run'), user: 'forge', database: 'postgres' })
  await client.connect()
  const user = await newUser(product.url, client)
  await seed(client, count)
  await client.end()
  return {
    url: product.url,
    user,
    async stop() {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const calls: Record<string, string> = {
  'first page, signed in': '',
  'second page, signed in': '&cursor=',
  'search for a word in ten videos': '&q=seldom',
  'search for a word in one video of ten': '&q=tenth',
  'search for a word in every title': '&q=clip',
  'search for a tag in one video of a hundred': '&q=tag7',
  'search for two words, one of them frequent': '&q=seldom%20clip',
  'search for a beginning that a different word has in each of a hundred': '&q=needle',
}

/** Medians of single uncached requests, alternating between both, so that other load slows both equally. */
async function costs(small: Site, large: Site): Promise<{ few: Record<string, number>; many: Record<string, number> }> {
  const few: Record<string, number> = {}
  const many: Record<string, number> = {}
  for (const [what, rest] of Object.entries(calls)) {
    const pathOf = async (site: Site) => list + (rest === '&cursor=' ? rest + (await secondPage(site)) : rest)
    const askers = [
      { ...small, path: await pathOf(small), result: few, times: [] as number[] },
      { ...large, path: await pathOf(large), result: many, times: [] as number[] },
    ]
    for (let i = 0; i < rounds; i += 1) {
      for (const { url, user, path, times } of askers) {
        const begin = performance.now()
        const answer = await fetch(url + path, { headers: user })
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
        times.push(performance.now() - begin)
      }
    }
    for (const { result, times } of askers) result[what] = median(times.slice(rounds / 4))
  }
  return { few, many }
}

async function secondPage({ url, user }: Site): Promise<string> {
  const { nextCursor } = (await (await fetch(url + list, { headers: user })).json()) as { nextCursor: string }
  return nextCursor
}

/** Without triggers, which update counters and notify subscribers, and with indexes created after the rows, like a restore. */
async function seed(client: Client, count: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where tablename = 'videos' and indexname <> 'videos_pkey'",
  )
  for (const { indexname } of rows) await client.query(`drop index ${client.escapeIdentifier(indexname)}`)
  await client.query('alter table open_words drop constraint open_words_pkey')
  await client.query(
    `insert into videos (id, user_id, title, description, visibility, status, duration, width, height, video_codec, audio_codec, tags)
     select uuidv7(), (select id from users where username = 'admin'),
       'Clip number ' || n || case when n % 10 = 0 then ' tenth' else '' end || case when n % 100 = 0 then ' needle' || n else '' end
         || case when n % ($1::int / 10) = 0 then ' seldom' else '' end,
       'One of many clips, made to be listed', case when n % 5 = 1 then 'private' else 'public' end, 'ready', 10, 1280, 720, 'h264', 'aac',
       array(select 'tag' || (n * 7 + i * 53) % 2000 from generate_series(1, 20) i)
     from generate_series(1, $1::int) n`,
    [count],
  )
  await client.query('insert into open_words select unnest(tsvector_to_array(search)), id from videos where is_open(videos)')
  await client.query('alter table open_words add primary key (word, video_id)')
  for (const { indexdef } of rows) await client.query(indexdef)
  await client.query('vacuum analyze videos, open_words')
}

/** Measures while the workers are busy. */
async function whileEncoding<Result>(url: string, headers: Record<string, string>, measure: () => Promise<Result>): Promise<Result> {
  const submit = () =>
    fetch(`${url}/prod/api/jobs`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ inputSource: 'local-sample.mp4', outputFormats: ['720p', '480p'], visibility: 'private' }),
    })
  for (let i = 0; i < 4; i += 1) await submit()
  for (;;) {
    const { jobs } = (await (await fetch(`${url}/prod/api/jobs?status=PROCESSING`, { headers })).json()) as { jobs: { progress: number }[] }
    if (jobs.some(({ progress }) => progress > 10)) return measure()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** A signed-in user without videos. */
async function newUser(url: string, client: Client): Promise<Record<string, string>> {
  const post = (path: string, body: object) =>
    fetch(`${url}/prod/api${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  await post('/auth/register-with-group', { username: 'viewer', email: 'viewer@example.com', password })
  await client.query("update users set confirmed_at = now() where username = 'viewer'")
  const { result } = (await (await post('/auth/login', { username: 'viewer', password })).json()) as {
    result: { tokens: { idToken: string } }
  }
  return { authorization: `Bearer ${result.tokens.idToken}` }
}
