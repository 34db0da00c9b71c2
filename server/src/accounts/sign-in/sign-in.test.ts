import { sentences } from '@video-forge/contract/sentences'
import { SignJWT } from 'jose'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { codeIn } from '../../../testing/mailbox.ts'
import { newUser, type Session, signIn, signInAdmin, somebody } from '../../../testing/people.ts'
import { startProduct } from '../../../testing/product.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'
import { connectSql } from '../../../testing/services/sql-client.ts'

const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
const { product, mailbox } = await startProductWithMail({}, log)
const database = await connectSql(product)

const profile = (token: string) => product.call('GET /auth/profile', { token })
const refresh = (refreshToken: unknown) => product.call('POST /auth/refresh', { body: { refreshToken } })

describe('signing in', () => {
  test('by username or by address, in any case', async () => {
    const user = await newUser(product, mailbox)
    for (const username of [user.username, user.username.toUpperCase(), user.email.toUpperCase()]) {
      expect((await signIn(product, { username, password: user.password })).user.id).toBe(user.user.id)
    }
  })

  test('a wrong password and an unknown account get the same answer', async () => {
    const user = await newUser(product, mailbox)
    const wrong = await product.call('POST /auth/login', { body: { username: user.username, password: 'Wrong-Pass-1' } })
    const nobody = await product.call('POST /auth/login', { body: { username: 'nobody-here', password: 'Wrong-Pass-1' } })
    expect(wrong.status).toBe(401)
    expect([wrong.status, wrong.body]).toEqual([nobody.status, nobody.body])
  })

  test('forty wrong passwords end in 429 with Retry-After, for the right one too, and others are not affected', async () => {
    const victim = await newUser(product, mailbox)
    const other = await newUser(product, mailbox)
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1) {
      statuses.push((await product.call('POST /auth/login', { body: { username: victim.username, password: 'Wrong-Pass-1' } })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const right = await product.call('POST /auth/login', { body: victim })
    expect(right).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(product, other)).user.username).toBe(other.username)
  })

  test('rejects values that are not strings', async () => {
    for (const body of [{}, [], 'nonsense', { username: ['a'], password: { $ne: 1 } }, { username: 'a', password: null }]) {
      const answer = await product.call('POST /auth/login', { body })
      expect(answer.status).toBe(400)
      expect(answer.body.message).toMatch(/\w/)
    }
    const huge = await product.call('POST /auth/login', { body: { username: 'a'.repeat(2_000_000), password: 'b' } })
    expect(huge).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
  })
})

describe('tokens', () => {
  test('rejects a forged, foreign, expired or unsigned token', async () => {
    const { tokens, user } = await newUser(product, mailbox)
    expect((await profile(tokens.idToken)).status).toBe(200)
    expect((await profile(tokens.accessToken)).status).toBe(200)
    const [head = '', payload = '', signature = ''] = tokens.idToken.split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
    const altered = `${head}.${Buffer.from(Buffer.from(payload, 'base64url').toString().replace(user.id, crypto.randomUUID())).toString('base64url')}.${signature}`
    const foreign = await new SignJWT({ sid: 'x', use: 'id' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(user.id)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('another secret of thirty-two bytes'))
    for (const token of [unsigned, altered, foreign, tokens.refreshToken, 'x', `${tokens.idToken}x`])
      expect((await profile(token)).status).toBe(401)
  })

  test('a refresh token works once; the next one continues the session', async () => {
    const { tokens } = await newUser(product, mailbox)
    const first = await refresh(tokens.refreshToken)
    expect(first.status).toBe(200)
    const next = (first.body['result'] as Session).tokens
    expect(next.refreshToken).not.toBe(tokens.refreshToken)
    expect((await profile(next.idToken)).status).toBe(200)
    expect((await refresh(next.refreshToken)).status).toBe(200)
  })

  test('two tabs that refresh at once both stay signed in', async () => {
    const { tokens } = await newUser(product, mailbox)
    const answers = await Promise.all([refresh(tokens.refreshToken), refresh(tokens.refreshToken), refresh(tokens.refreshToken)])
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect((await profile((body['result'] as Session).tokens.idToken)).status).toBe(200)
    }
  })

  test('a refresh token that comes back later ends its whole family', async () => {
    const { tokens, user } = await newUser(product, mailbox)
    const next = ((await refresh(tokens.refreshToken)).body['result'] as Session).tokens
    await database.query(
      `update refresh_tokens set used_at = used_at - interval '11 seconds' where session_id in (select id from sessions where user_id = $1)`,
      [user.id],
    )
    expect((await refresh(tokens.refreshToken)).status).toBe(401)
    expect((await refresh(next.refreshToken)).status).toBe(401)
    expect((await profile(next.idToken)).status).toBe(401)
  })

  test('a refresh without a token says so', async () => {
    expect((await refresh(undefined)).body.message).toBe(sentences.noRefreshToken)
    expect((await refresh('')).body.message).toBe(sentences.noRefreshToken)
    expect((await refresh('never-given-out')).status).toBe(401)
  })

  test('signing out ends the session at once, and only that one', async () => {
    const user = await newUser(product, mailbox)
    const other = await signIn(product, user)
    expect((await product.call('POST /auth/logout', { token: user.tokens.idToken })).status).toBe(200)
    expect((await profile(user.tokens.idToken)).status).toBe(401)
    expect((await refresh(user.tokens.refreshToken)).status).toBe(401)
    expect((await profile(other.tokens.idToken)).status).toBe(200)
  })
})

describe('the e-mail code', () => {
  const switchOn = async (user: Session & { password: string }) =>
    product.call('PUT /auth/mfa', { token: user.tokens.idToken, body: { enabled: true, password: user.password } })
  const challenge = async (login: { username: string; password: string }) => {
    const before = mailbox.count()
    const answer = await product.call('POST /auth/login', { body: login })
    return { answer, before }
  }

  test('is required once switched on, and completes the sign-in', async () => {
    const user = await newUser(product, mailbox)
    expect(
      (await product.call('PUT /auth/mfa', { token: user.tokens.idToken, body: { enabled: true, password: 'Wrong-Pass-1' } })).status,
    ).toBe(400)
    expect((await switchOn(user)).body).toMatchObject({ success: true, enabled: true })
    const { answer, before } = await challenge(user)
    expect(answer).toMatchObject({ status: 401, body: { error: 'MFA_REQUIRED', challengeName: 'EMAIL_OTP' } })
    expect(answer.body['destination']).not.toContain(user.email)
    const otpCode = codeIn(await mailbox.mailTo(user.email, before))
    const complete = (change: object) =>
      product.call('POST /auth/mfa/complete', {
        body: { session: answer.body['session'], otpCode, challengeName: 'EMAIL_OTP', username: user.username, ...change },
      })
    expect((await complete({ challengeName: 'SMS' })).body.message).toBe(sentences.onlyEmailOtp)
    expect((await complete({ otpCode: 'abcdef' })).body.message).toBe(sentences.codeNotSixDigits)
    const done = await complete({})
    expect(done.status).toBe(200)
    expect((await profile((done.body['result'] as Session).tokens.idToken)).status).toBe(200)
    expect((await complete({})).status, 'the same code again').toBe(401)
  })

  test('twelve wrong ones void the right one, and a foreign session or name never works', async () => {
    const [user, other] = [await newUser(product, mailbox), await newUser(product, mailbox)]
    await switchOn(user)
    await switchOn(other)
    const mine = await challenge(user)
    const theirs = await challenge(other)
    const code = codeIn(await mailbox.mailTo(user.email, mine.before))
    const complete = (session: unknown, username: string, otpCode: string) =>
      product.call('POST /auth/mfa/complete', { body: { session, otpCode, challengeName: 'EMAIL_OTP', username } })
    expect((await complete(theirs.answer.body['session'], user.username, code)).status).toBe(401)
    expect((await complete(mine.answer.body['session'], other.username, code)).status).toBe(401)
    expect((await complete('forged.session', user.username, code)).status).toBe(401)
    for (let i = 0; i < 12; i += 1) await complete(mine.answer.body['session'], user.username, code === '000000' ? '000001' : '000000')
    expect((await complete(mine.answer.body['session'], user.username, code)).status).toBe(401)
  })

  test('MFA_POLICY overrides the switch', async () => {
    const strict = await startProduct({ SMTP_URL: mailbox.url, MFA_POLICY: 'required', ADMIN_EMAIL: 'root@example.com' })
    const answer = await strict.call('POST /auth/login', { body: { username: 'admin', password: 'Correct-Horse-1' } })
    expect(answer.body.error).toBe('MFA_REQUIRED')
    await strict.stop()

    const user = await newUser(product, mailbox)
    await switchOn(user)
    const lax = await startProduct({ SMTP_URL: mailbox.url, MFA_POLICY: 'off', DATABASE_URL: product.databaseUrl })
    expect((await signIn(lax, user)).user.username).toBe(user.username)
    await lax.stop()
  })
})

test('no password, code or token is ever logged', async () => {
  const user = await newUser(product, mailbox)
  const admin = await signInAdmin(product)
  await product.call('POST /auth/login', { body: { username: user.username, password: 'Wrong-Secret-9' } })
  await product.call(`GET /auth/profile?token=${user.tokens.idToken}`, { token: user.tokens.idToken })
  const log = logged.join('')
  expect(log).toContain('/prod/api/auth/login')
  for (const secret of [
    user.password,
    'Wrong-Secret-9',
    user.tokens.idToken,
    user.tokens.refreshToken,
    admin.tokens.accessToken,
    somebody().password,
  ]) {
    expect(log).not.toContain(secret)
  }
})
