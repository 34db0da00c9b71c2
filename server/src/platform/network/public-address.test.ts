import { request } from 'node:http'
import { expect, test } from 'vitest'
import { isPublicAddress, PrivateAddress, routeTo } from './public-address.ts'

test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  'fe80::1',
  'fd00::1',
  '2002:7f00:1::',
  '::ffff:127.0.0.1',
  'not an address',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('a bare private address has no route, whatever its form', () => {
  const refused = ['http://127.0.0.1/', 'http://[::1]/', 'http://2130706433/', 'http://0x7f.1/', 'http://[::ffff:127.0.0.1]/']
  for (const address of refused) expect(routeTo(new URL(address), { allowPrivate: false }), address).toBeUndefined()
  expect(routeTo(new URL('http://127.0.0.1/'), { allowPrivate: true })).toEqual({})
})

test('a name that leads into our own network is refused when it is connected to', async () => {
  const route = routeTo(new URL('http://localhost/'), { allowPrivate: false })
  const error = await new Promise((resolve) =>
    request('http://localhost:1/', { ...route, agent: false })
      .on('error', resolve)
      .end(),
  )
  expect(error).toBeInstanceOf(PrivateAddress)
})
