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

/** The gallery's list: how many a second, and whether a million videos cost more than a thousand. */
export async function run([count = '1000000']: string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password })
  const client = new Client({ host: join(dataDir, 'run'), user: 'forge', database: 'postgres' })
  await client.connect()
  // The triggers keep figures and tell listeners; a million rows at once need neither.
  await client.query('set session_replication_role = replica')
  const user = await newUser(product.url, client)

  await seed(client, 1000)
  const few = await costs(product.url, user)
  await seed(client, Number(count) - 1000)
  const many = await costs(product.url, user)

  const { url } = product
  await loadWith(url, [list], { connections: 8, seconds: 2 })
  const whole = await loadWith(url, [list], { connections: 8, seconds: 5 })
  const etag = String((await fetch(url + list)).headers.get('etag'))
  const unchanged = await loadWith(url, [list], { connections: 8, seconds: 5, headers: { 'If-None-Match': etag } })
  const idle = await loadWith(url, [list], { connections: 1, seconds: 5 })
  const encoding = await whileEncoding(url, user, () => loadWith(url, [list], { connections: 2, seconds: 8 }))
  await client.end()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })

  const rows = Object.entries(few).map(([what, cost]) => {
    const ratio = (many[what] ?? Number.NaN) / cost
    const measured = `${cost.toFixed(2)} ms at a thousand, ${many[what]?.toFixed(2)} ms at ${count}: ${ratio.toFixed(2)} x`
    return { what, measured, target: 'at most 1.2 x', ok: ratio <= 1.2 }
  })
  printTable(`The gallery at a thousand and at ${count} videos`, rows)
  printTable(`A list of 50 to visitors, ${count} videos`, [
    {
      what: 'whole answers',
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

/** Medians of single requests that are not kept: of somebody signed in, deep in the list, and searched. */
async function costs(url: string, headers: Record<string, string>): Promise<Record<string, number>> {
  const { nextCursor } = (await (await fetch(`${url + list}&cursor=ffffffff-ffff-ffff-ffff-ffffffffffff`, { headers })).json()) as {
    nextCursor: string
  }
  const paths: Record<string, string> = {
    'first page, signed in': list,
    'second page, signed in': `${list}&cursor=${nextCursor}`,
    'search for a rare word, signed in': `${list}&q=needle`,
    'search for a word in every title, signed in': `${list}&q=clip`,
  }
  const result: Record<string, number> = {}
  for (const [what, path] of Object.entries(paths)) {
    const times: number[] = []
    for (let i = 0; i < rounds; i += 1) {
      const begin = performance.now()
      const answer = await fetch(url + path, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      times.push(performance.now() - begin)
    }
    result[what] = median(times.slice(rounds / 4))
  }
  return result
}

async function seed(client: Client, count: number): Promise<void> {
  await client.query(
    `insert into videos (id, user_id, title, description, visibility, status, duration, width, height, video_codec, audio_codec)
     select uuidv7(), (select id from users where username = 'admin'), 'Clip number ' || n || case when n % 100 = 0 then ' needle' || n else '' end,
       'One of many clips, made to be listed', case when n % 5 = 0 then 'private' else 'public' end, 'ready', 10, 1280, 720, 'h264', 'aac'
     from generate_series(1, $1::int) n`,
    [count],
  )
  await client.query('vacuum analyze videos')
}

/** Measures while the workers have enough to do. */
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

/** Somebody without a video of their own, signed in. */
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
