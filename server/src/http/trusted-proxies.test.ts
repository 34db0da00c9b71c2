import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createBareApp } from '../../testing/bare-app.ts'
import { isOneOf } from './trusted-proxies.ts'

/** The client's address as the application sees it; `from` is the address of the connection. */
async function start(trustedProxies: string[]) {
  const app = await createBareApp({
    config: { publicUrl: 'http://localhost:3000', trustedProxies },
    handlers: { 'POST /auth/resend-confirmation': async ({ facts }) => ({ message: `${facts.address} ${facts.origin}` }) },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return async (headers: Record<string, string>, from = '127.0.0.1') => {
    const answer = await new Promise<unknown>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          localAddress: from,
          port,
          path: '/prod/api/auth/resend-confirmation',
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          agent: false,
        },
        (response) => json(response).then(resolve, reject),
      )
      sent.on('error', reject)
      sent.end(JSON.stringify({ username: 'ada' }))
    })
    return String((answer as { message: string }).message).split(' ')[0]
  }
}

const encodedVideo = { 'x-forwarded-for': '203.0.113.7' }

test('without TRUSTED_PROXIES no X-Forwarded-For is trusted, not even from localhost', async () => {
  const ask = await start([])
  expect(await ask(encodedVideo)).toBe('127.0.0.1')
})

test('only a trusted proxy can name the client', async () => {
  const ask = await start(['127.0.0.2', '10.0.0.0/8'])
  expect(await ask(encodedVideo, '127.0.0.2')).toBe('203.0.113.7')
  expect(await ask(encodedVideo, '127.0.0.1')).toBe('127.0.0.1')
  expect(await ask(encodedVideo, '127.0.0.3')).toBe('127.0.0.3')
})

test('the last address that is no trusted proxy counts, so a client cannot prepend one', async () => {
  const ask = await start(['loopback', '10.0.0.0/8'])
  expect(await ask({ 'x-forwarded-for': '192.0.2.1, 203.0.113.7' })).toBe('203.0.113.7')
  expect(await ask({ 'x-forwarded-for': '192.0.2.1, 203.0.113.7, 10.1.2.3' })).toBe('203.0.113.7')
  expect(await ask({ 'x-forwarded-for': 'junk, 203.0.113.7' })).toBe('203.0.113.7')
  expect(await ask({})).toBe('127.0.0.1')
})

test('an IPv4 proxy is recognized by its IPv6-mapped address', async () => {
  const app = await createBareApp({
    config: { publicUrl: 'http://localhost:3000', trustedProxies: ['127.0.0.1'] },
    handlers: { 'POST /auth/resend-confirmation': async ({ facts }) => ({ message: facts.address }) },
  })
  onTestFinished(() => app.close())
  const ask = async (remoteAddress: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/prod/api/auth/resend-confirmation',
        remoteAddress,
        headers: encodedVideo,
        payload: { username: 'a' },
      })
    ).json().message
  expect(await ask('::ffff:127.0.0.1')).toBe('203.0.113.7')
  expect(await ask('::ffff:127.0.0.2')).toBe('::ffff:127.0.0.2')
})

test('X-Forwarded-Host is ignored', async () => {
  const app = await createBareApp({
    config: { publicUrl: 'http://localhost:3000', trustedProxies: ['loopback'] },
    handlers: { 'POST /auth/resend-confirmation': async ({ facts }) => ({ message: facts.origin }) },
  })
  onTestFinished(() => app.close())
  const answer = await app.inject({
    method: 'POST',
    url: '/prod/api/auth/resend-confirmation',
    headers: { host: 'localhost:3000', 'x-forwarded-host': 'localhost:6666', 'x-forwarded-proto': 'gopher' },
    payload: { username: 'ada' },
  })
  expect(answer.json().message).toBe('http://localhost:3000')
})

test('addresses and networks of both versions are recognized, and nothing else', () => {
  const isTrusted = isOneOf(['loopback', '10.42.0.0/16', '2001:db8:1::/48', '192.0.2.9'])
  const trusted = ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', '10.42.255.1', '2001:db8:1:ffff::1', '192.0.2.9']
  const others = ['10.43.0.1', '2001:db8:2::1', '192.0.2.10', 'junk', '', '192.0.2.9:4000', '::ffff:10.43.0.1']
  // Asked twice, because what was found is kept.
  for (const _ of [1, 2]) expect([...trusted, ...others].filter(isTrusted)).toEqual(trusted)
})
