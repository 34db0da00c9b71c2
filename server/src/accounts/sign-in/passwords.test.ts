import { Failure } from '@video-forge/contract/errors'
import { expect, test, vi } from 'vitest'
import { clientNetworks } from '../../platform/network/client-network.ts'
import type { Attempt } from './attempt.ts'
import { inHashQueue } from './passwords.ts'

const attempt = (account: string, address: string, device?: string): Attempt => ({ account, networks: clientNetworks(address), device })

/** Fills the queue with work that lasts until `end` is called, and says how each of them ended. */
function fill(attempts: readonly Attempt[]) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const results = attempts.map((who) =>
    inHashQueue(who, () => ended).then(
      () => 'done',
      (error) => (error instanceof Failure ? error.code : String(error)),
    ),
  )
  return { end, results: Promise.all(results) }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const many = (count: number, make: (index: number) => Attempt) => Array.from({ length: count }, (_, index) => make(index))
const count = (results: readonly string[], wanted: string) => results.filter((result) => result === wanted).length

test('past its own places a client is asked to wait, and another is next after a few hashes', async () => {
  const busy = fill(many(1500, (index) => attempt(`account ${index}`, `2001:db8:7:${index.toString(16)}::1`)))
  await settled()
  let isDone = false
  const other = inHashQueue(attempt('mine', '203.0.113.7'), async () => {
    isDone = true
  })
  busy.end()
  await other
  expect(isDone).toBe(true)
  const results = await busy.results
  expect(count(results, 'TOO_MANY_REQUESTS')).toBeGreaterThan(1000)
  expect(count(results, 'UNAVAILABLE')).toBe(0)
})

test('two hundred people behind one address all get their turn', async () => {
  const busy = fill(many(200, (index) => attempt(`account ${index}`, '203.0.113.7')))
  await settled()
  busy.end()
  expect(count(await busy.results, 'done')).toBe(200)
})

test('an account tried from a thousand addresses leaves places to the others', async () => {
  const busy = fill(many(2000, (index) => attempt('attacked', `10.0.${Math.floor(index / 250)}.${index % 250}`)))
  await settled()
  const other = inHashQueue(attempt('another', '203.0.113.7'), async () => 'in turn')
  busy.end()
  expect(await other).toBe('in turn')
  expect(count(await busy.results, 'UNAVAILABLE')).toBe(0)
})

test('when strangers have taken every place, a browser that was used before still gets its turn', async () => {
  const busy = fill(many(3000, (index) => attempt(`account ${index}`, `10.1.${Math.floor(index / 250)}.${index % 250}`)))
  await settled()
  await expect(inHashQueue(attempt('mine', '203.0.113.7'), async () => 'in turn')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const known = inHashQueue(attempt('mine', '203.0.113.7', 'my browser'), async () => 'in turn')
  busy.end()
  expect(await known).toBe('in turn')
  await busy.results
})

test('a password is hashed at the cost OWASP recommends, and only itself matches', async () => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
  const { hashPassword, isPassword } = await import('./passwords.ts')
  const stored = await hashPassword('Secret-Pass-1')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([await isPassword('Secret-Pass-1', stored), await isPassword('Secret-Pass-2', stored)]).toEqual([true, false])
  expect(await isPassword('Secret-Pass-1', undefined)).toBe(false)
})
