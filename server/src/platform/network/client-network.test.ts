import { expect, test } from 'vitest'
import { clientNetworks } from './client-network.ts'

const keys = (address: string) => clientNetworks(address).map(({ key }) => key)

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
])('%s is the IPv4 client %s', (address, key) => {
  expect(clientNetworks(address)).toEqual([{ key, times: 1 }])
})

test.each([
  '2001:db8:1:2::1',
  '2001:db8:1:2:ffff:ffff:ffff:ffff',
  '2001:0DB8:0001:0002:0:0:0:9',
  '[2001:db8:1:2::5]:443',
  '2001:db8:1:2::5%eth0',
  '2001:db8:1:2::203.0.113.7',
])('%s is a client of one /64, of its /48 and of its /32', (address) => {
  expect(clientNetworks(address)).toEqual([
    { key: '2001:db8:1:2::/64', times: 1 },
    { key: '2001:db8:1::/48', times: 4 },
    { key: '2001:db8::/32', times: 50 },
  ])
})

test('short forms are the addresses they stand for', () => {
  expect(keys('::1')).toEqual(['0:0:0:0::/64', '0:0:0::/48', '0:0::/32'])
  expect(keys('fe80::1')).toEqual(['fe80:0:0:0::/64', 'fe80:0:0::/48', 'fe80:0::/32'])
  expect(keys('1:2:3:4:5:6:7::')[0]).toBe('1:2:3:4::/64')
  expect(keys('::2:3:4:5:6:7:8')[0]).toBe('0:2:3:4::/64')
})

test('neighbours are other clients', () => {
  expect(keys('2001:db8:1:3::1')[0]).not.toBe(keys('2001:db8:1:2::1')[0])
  expect(keys('203.0.113.8')).not.toEqual(keys('203.0.113.7'))
})

test.each(['', 'unknown', 'junk'.repeat(1000), '1.2.3.4.5', ':::1', '999.1.1.1'])(
  'what is no address counts as one client: %s',
  (address) => {
    expect(clientNetworks(address)).toEqual([{ key: 'unknown', times: 1 }])
  },
)
