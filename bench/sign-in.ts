import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../e2e/harness/product-process.ts'
import { printTable } from './harness/table.ts'

const signIns = 200
const password = 'Correct-Horse-1'

/** Two hundred people sign in at once while others browse: hashing must not delay other requests. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password })
  const signIn = () =>
    fetch(`${product.url}/prod/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
  const { result } = (await (await signIn()).json()) as { result: { tokens: { idToken: string } } }
  const headers = { authorization: `Bearer ${result.tokens.idToken}` }
  const browse = async (path: string): Promise<number> => {
    const begin = performance.now()
    await (await fetch(product.url + path, { headers })).arrayBuffer()
    return performance.now() - begin
  }
  for (let i = 0; i < 50; i += 1) await browse('/prod/api/auth/profile')

  let busy = true
  const times: number[] = []
  const visitors = [1, 2, 3, 4].map(async () => {
    while (busy) times.push(await browse('/prod/api/auth/profile'), await browse('/gallery'))
  })
  const begin = performance.now()
  const answers = await Promise.all(Array.from({ length: signIns }, signIn))
  const took = performance.now() - begin
  busy = false
  await Promise.all(visitors)
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })

  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const good = answers.filter(({ status }) => status === 200).length
  printTable(`${signIns} sign-ins at once`, [
    { what: 'signed in', measured: String(good), target: String(signIns), ok: good === signIns },
    { what: 'all done after', measured: `${Math.round(took)} ms` },
    { what: 'requests by four visitors meanwhile', measured: String(times.length) },
    { what: 'their median', measured: `${at(0.5).toFixed(1)} ms` },
    { what: 'their p99', measured: `${at(0.99).toFixed(1)} ms`, target: 'under 250 ms', ok: at(0.99) < 250 },
    { what: 'their worst', measured: `${at(1).toFixed(1)} ms` },
  ])
}
