import { expect, test } from 'vitest'
import { attemptOn } from './attempt.ts'
import { createKnownDevices } from './known-devices.ts'

const secret = 'a secret of at least thirty-two letters'

/** A browser that sends its cookies back. */
function browser() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    facts: {
      address: '203.0.113.7',
      origin: 'http://localhost',
      cookie: (name: string) => cookies.get(name),
      setCookie: (name: string, value: string | undefined) => void cookies.set(name, value ?? ''),
    },
  }
}

test('a browser is a known device of the last five accounts that signed in with it', () => {
  const devices = createKnownDevices(secret)
  const { facts } = browser()
  const users = ['one', 'two', 'three', 'four', 'five', 'six']
  for (const user of users) devices.remember(facts, user)
  devices.remember(facts, 'two')
  const known = users.filter((user) => devices.find(facts, user))
  expect(known).toEqual(['two', 'three', 'four', 'five', 'six'])
  expect(new Set(known.map((user) => devices.find(facts, user))).size).toBe(1)
  expect(devices.find(browser().facts, 'one')).toBeUndefined()
})

test('a cookie that is forged, altered or of another site is ignored', () => {
  const devices = createKnownDevices(secret)
  const { facts, cookies } = browser()
  devices.remember(facts, 'me')
  const [[name, value = ''] = ['', '']] = [...cookies]
  const other = browser()
  createKnownDevices(`${secret} of another site`).remember(other.facts, 'me')
  const [device = '', seal = ''] = value.split('.')
  const encodedVideo = [
    '',
    '.',
    'x',
    value.slice(1),
    `${seal}.${device}`,
    `${device}.${device}`,
    `${value}.`,
    other.cookies.get(name) ?? '',
  ]
  for (const cookie of encodedVideo) {
    cookies.set(name, cookie)
    expect(devices.find(facts, 'me'), cookie).toBeUndefined()
  }
})

test('unknown names share a fixed number of keys, and never that of an account', () => {
  const devices = createKnownDevices(secret)
  const { facts } = browser()
  const accountOf = (login: string) => attemptOn(undefined, login, facts, devices).account
  const accounts = new Set(Array.from({ length: 20_000 }, (_, index) => accountOf(`nobody ${index} ${'x'.repeat(200)}`)))
  expect(accounts.size).toBeLessThanOrEqual(4096)
  expect(Math.max(...[...accounts].map(({ length }) => length))).toBeLessThan(20)
  expect(accountOf('Nobody')).toBe(accountOf(' nobody '))
})
