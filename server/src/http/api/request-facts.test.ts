import { expect, onTestFinished, test } from 'vitest'
import { createBareApp } from '../../../testing/bare-app.ts'

const signOut = { method: 'POST', url: '/prod/api/auth/logout' } as const
const caller = { userId: 'u', sessionId: 's', expiresAt: Date.now() + 60_000, groups: ['user' as const] }

async function createApp(publicUrl: string, seen: (string | undefined)[] = []) {
  const app = await createBareApp({
    config: { publicUrl, trustedProxies: [] },
    authenticate: async () => caller,
    handlers: {
      'POST /auth/logout': async ({ facts }) => {
        seen.push(facts.cookie('device'), facts.cookie('missing'))
        facts.setCookie('device', 'a-b_c.d', 60)
        facts.clearCookie('attempt')
        return { message: 'Signed out' }
      },
    },
  })
  onTestFinished(() => app.close())
  return app
}

test('cookies reach the API only, no script can read them, and clearing one ends it at once', async () => {
  const seen: (string | undefined)[] = []
  const app = await createApp('http://localhost:3000', seen)
  const { headers } = await app.inject({ ...signOut, headers: { authorization: 'Bearer t', cookie: 'other=1; device=x.y' } })
  expect(headers['set-cookie']).toEqual([
    'device=a-b_c.d; Max-Age=60; Path=/prod/api; HttpOnly; SameSite=Lax',
    'attempt=; Max-Age=0; Path=/prod/api; HttpOnly; SameSite=Lax',
  ])
  expect(seen).toEqual(['x.y', undefined])
})

test('cookies of a site with HTTPS are secure', async () => {
  const app = await createApp('https://video.example.com')
  const { headers } = await app.inject({ ...signOut, headers: { authorization: 'Bearer t' } })
  expect(headers['set-cookie']).toEqual(expect.arrayContaining([expect.stringContaining('; Secure;')]))
})
