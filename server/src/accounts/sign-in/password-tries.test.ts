import { Failure } from '@video-forge/contract/errors'
import { beforeAll, expect, test, vi } from 'vitest'
import { createMemoryCache } from '../../platform/cache/memory-cache.ts'
import type { RateLimit } from '../../platform/cache/rate-limit.ts'
import { clientNetworks } from '../../platform/network/client-network.ts'
import { createPasswordTries } from './password-tries.ts'
import { hashPassword } from './passwords.ts'

const password = 'Secret-Pass-1'
let stored: string
beforeAll(async () => {
  stored = await hashPassword(password)
})

/** Time passes only while a try waits for its turn. */
function tries(mayGoOn: Promise<void> = Promise.resolve()) {
  let now = Date.UTC(2026, 0, 1)
  const waits: number[] = []
  const tryPassword = createPasswordTries(createMemoryCache({ now: () => now }), async (ms) => {
    waits.push(ms)
    await mayGoOn
    now += ms
  })
  const attempt = (typed: string, address: string, device?: string): Promise<boolean | string> => {
    const refuseAfter: RateLimit[] = [{ key: `client:${address}:${device}`, most: 3, perSeconds: 900 }]
    const slowAfter: RateLimit[] = device ? [] : [{ key: 'account', most: 2, perSeconds: 900 }]
    const who = { account: 'ada', networks: clientNetworks(address), device }
    return tryPassword({ password: typed, stored, attempt: who, refuseAfter, slowAfter }).catch((error) =>
      error instanceof Failure ? error.code : String(error),
    )
  }
  return { attempt, waits }
}

test('past the limit of the account a try waits for its turn, and the right password still counts', async () => {
  const { attempt, waits } = tries()
  expect([await attempt('wrong', '10.0.0.1'), await attempt('wrong', '10.0.0.2')]).toEqual([false, false])
  expect(await attempt('wrong', '10.0.0.3')).toBe(false)
  expect(waits).toEqual([])
  expect(await attempt(password, '10.0.0.4')).toBe(true)
  expect(waits).toEqual([2000])
})

test('of many at once a few wait, one client once, and the others are asked to try again later', async () => {
  let goOn = () => {}
  const { attempt, waits } = tries(
    new Promise((resolve) => {
      goOn = resolve
    }),
  )
  await Promise.all([attempt('wrong', '10.0.0.1'), attempt('wrong', '10.0.0.2'), attempt('wrong', '10.0.0.3')])
  const answers: (boolean | string)[] = []
  const flood = Array.from({ length: 40 }, (_, index) => attempt('wrong', `10.0.1.${index % 20}`).then((answer) => answers.push(answer)))
  expect(await attempt(password, '10.0.0.9', 'my browser')).toBe(true)
  await vi.waitFor(() => expect(answers).toEqual(Array(34).fill('TOO_MANY_REQUESTS')), { timeout: 20_000 })
  goOn()
  await Promise.all(flood)
  expect(answers.slice(34)).toEqual(Array(6).fill(false))
  expect(waits).toEqual(Array(6).fill(2000))
})

test('what refuses is asked first: a client past its own limit neither waits nor guesses', async () => {
  const { attempt, waits } = tries()
  for (let time = 0; time < 3; time += 1) await attempt('wrong', '10.0.0.1')
  waits.length = 0
  expect(await attempt(password, '10.0.0.1')).toBe('TOO_MANY_REQUESTS')
  expect(waits).toEqual([])
})
