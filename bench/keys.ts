import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../e2e/harness/product-process.ts'
import { printTable } from './harness/table.ts'

const rounds = 4000
/** A key has a limit of requests, so several take turns. */
const keyCount = 20
const password = 'Correct-Horse-1'

/** What an API key adds to a call: the same call by nobody, with a person's token and with a key, in turns. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password })
  const send = async (path: string, init: RequestInit): Promise<unknown> => (await fetch(`${product.url}/prod/api${path}`, init)).json()
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  const { result } = (await post('/auth/login', { username: 'admin', password })) as { result: { tokens: { idToken: string } } }
  const person = { authorization: `Bearer ${result.tokens.idToken}` }
  const secrets: string[] = []
  for (let i = 0; i < keyCount; i += 1)
    secrets.push(((await post('/account/keys', { name: `Key ${i}`, scopes: ['read'] }, person)) as { secret: string }).secret)

  const times: Record<'nobody' | 'token' | 'key', number[]> = { nobody: [], token: [], key: [] }
  const measure = async (kind: keyof typeof times, headers: Record<string, string>) => {
    const begin = performance.now()
    await send(`/gallery/videos/${randomUUID()}`, { headers })
    times[kind].push(performance.now() - begin)
  }
  for (let i = 0; i < rounds; i += 1) {
    await measure('nobody', {})
    await measure('token', person)
    await measure('key', { authorization: `Bearer ${secrets[i % keyCount]}` })
  }
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })

  // The first tenth warms up. The median, because a pause of the machine is no cost of a key.
  const median = (kind: keyof typeof times) => times[kind].slice(rounds / 10).sort((a, b) => a - b)[Math.floor(rounds * 0.45)] ?? Number.NaN
  const added = median('key') - median('nobody')
  printTable(`${rounds} calls of each kind, in turns`, [
    { what: 'by nobody', measured: `${median('nobody').toFixed(3)} ms` },
    { what: "with a person's token", measured: `${median('token').toFixed(3)} ms` },
    { what: 'with an API key', measured: `${median('key').toFixed(3)} ms` },
    { what: 'a key adds', measured: `${added.toFixed(3)} ms`, target: 'at most 0.2 ms', ok: added <= 0.2 },
  ])
}
