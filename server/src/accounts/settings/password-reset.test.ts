import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sentences } from '@video-forge/contract/sentences'
import pino from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { callFrom } from '../../../testing/call-from.ts'
import { codeIn } from '../../../testing/mailbox.ts'
import { confirm, newUser, register, signIn, signInAdmin, somebody } from '../../../testing/people.ts'
import { startProduct } from '../../../testing/product.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'
import { connectSql } from '../../../testing/services/sql-client.ts'

let logged: { msg: string; userId?: string }[] = []
const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
const { product, mailbox } = await startProductWithMail({}, log)
const database = await connectSql(product)

const next = 'Another-Pass-2'
const forgot = (email: string) => product.call('POST /auth/password/forgot', { body: { email } })
const reset = (email: string, code: string, password = next) =>
  product.call('POST /auth/password/reset', { body: { email, code, password } })
const login = (username: string, password: string) => product.call('POST /auth/login', { body: { username, password } })
const profile = (token: string) => product.call('GET /auth/profile', { token })
/** Asks for a code and reads it from the mailbox. */
const codeFor = async (email: string, ask: () => Promise<unknown> = () => forgot(email)) => {
  const before = mailbox.count()
  await ask()
  return codeIn(await mailbox.mailTo(email, before))
}
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a forgotten password', () => {
  test('a mailed code sets a new one once, ends every session, and a mail is sent', async () => {
    const user = await newUser(product, mailbox)
    const other = await signIn(product, user)
    const code = await codeFor(user.email, () => forgot(user.email.toUpperCase()))
    const before = mailbox.count()
    expect(await reset(user.email, code)).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } })
    for (const { tokens } of [user, other]) {
      expect((await profile(tokens.idToken)).status).toBe(401)
      expect((await product.call('POST /auth/refresh', { body: { refreshToken: tokens.refreshToken } })).status).toBe(401)
    }
    expect((await login(user.username, user.password)).status).toBe(401)
    expect((await login(user.username, next)).status).toBe(200)
    expect((await mailbox.mailTo(user.email, before)).subject).toBe('Your Video Forge password was changed')
    expect(await reset(user.email, code, 'Third-Pass-3')).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } })
  })

  test('the answer is the same whether the account exists, and nothing is done for it before', async () => {
    const user = await newUser(product, mailbox)
    const lines: number[] = []
    const answers: string[] = []
    for (const email of [user.email, somebody('ghost').email]) {
      logged = []
      const answer = await forgot(email)
      // What the answer waits for is logged before it; the mail comes later, in its own time.
      lines.push(logged.filter(({ msg }) => msg.startsWith('password reset')).length)
      answers.push(JSON.stringify([answer.status, answer.body, [...answer.headers.keys()].sort()]))
    }
    expect(answers[0]).toBe(answers[1])
    expect(answers[0]).toContain('202')
    expect(lines).toEqual([1, 1])
  })

  test('a mail server that does not answer delays nobody', async () => {
    const connections: Socket[] = []
    const silent = createServer((socket) => void connections.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const slow = await startProduct({ SMTP_URL: `smtp://127.0.0.1:${port}`, DATABASE_URL: product.databaseUrl })
    const user = await newUser(product, mailbox)
    // The mail server closes the connection only afterwards, so an answer that waited for the mail would never come.
    expect((await slow.call('POST /auth/password/forgot', { body: { email: user.email } })).status).toBe(202)
    await vi.waitFor(() => expect(connections).toHaveLength(1), { timeout: 20_000 })
    for (const socket of connections) socket.destroy()
    silent.close()
    await slow.stop()
  })

  test('a request that was accepted is mailed before an orderly stop, or logged as lost; who is disabled gets no mail', async () => {
    const user = await newUser(product, mailbox)
    const disabled = await newUser(product, mailbox)
    await database.query('update users set disabled_at = now() where id = $1', [disabled.user.id])
    const beforeDisabled = mailbox.count(disabled.email)
    const brief = await startProduct({ SMTP_URL: mailbox.url, DATABASE_URL: product.databaseUrl })
    const before = mailbox.count()
    for (const { email } of [disabled, user]) {
      expect((await brief.call('POST /auth/password/forgot', { body: { email } })).status).toBe(202)
    }
    await brief.stop()
    expect(mailbox.count(disabled.email)).toBe(beforeDisabled)
    expect(codeIn(await mailbox.mailTo(user.email, before))).toMatch(/^\d{6}$/)

    const lost: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lost.push(line) })
    const deaf = await startProduct({ SMTP_URL: 'smtp://127.0.0.1:1', DATABASE_URL: product.databaseUrl }, log)
    await deaf.call('POST /auth/password/forgot', { body: { email: user.email } })
    await deaf.stop()
    expect(lost.join('')).toContain('password reset mail failed')
  })

  test('confirms an address that nobody confirmed: the code proves the same', async () => {
    const person = somebody()
    await register(product, person)
    await mailbox.mailTo(person.email)
    expect((await reset(person.email, await codeFor(person.email))).status).toBe(200)
    expect((await signIn(product, { ...person, password: next })).user.status).toBe('CONFIRMED')
  })

  test('gives somebody who only had Google a password', async () => {
    const user = await newUser(product, mailbox)
    await database.query(`update users set password_hash = null, google_subject = $2 where id = $1`, [user.user.id, user.user.id])
    expect((await reset(user.email, await codeFor(user.email))).status).toBe(200)
    expect((await login(user.username, next)).status).toBe(200)
  })

  test('lets nobody in who is disabled after the code was mailed', async () => {
    const admin = await signInAdmin(product)
    const user = await newUser(product, mailbox)
    const code = await codeFor(user.email)
    await product.call(`POST /admin/users/${user.user.id}/disable`, { token: admin.tokens.idToken })
    expect((await reset(user.email, code)).status).toBe(400)
    await product.call(`POST /admin/users/${user.user.id}/enable`, { token: admin.tokens.idToken })
    expect((await login(user.username, user.password)).status, 'the password is as it was').toBe(200)
  })

  test('says what is wrong in the words of the form', async () => {
    expect((await forgot('nobody')).body.message).toBe(sentences.emailInvalid)
    const { email } = somebody()
    expect((await reset(email, '12345')).body.message).toBe(sentences.codeNotSixDigits)
    expect((await reset(email, '123456', 'Ab-1')).body.message).toBe(sentences.passwordTooShort)
    expect((await reset(email, '123456', 'alllowercase1-')).body.message).toBe(sentences.passwordTooWeak)
    expect(await reset(email, '123456')).toMatchObject({ status: 400, body: { code: 'INVALID_CODE', message: sentences.codeWrong } })
  })
})

describe('the code', () => {
  test('has five tries, and a new one voids it', async () => {
    const user = await newUser(product, mailbox)
    const first = await codeFor(user.email)
    for (let i = 0; i < 5; i += 1) expect((await reset(user.email, otherThan(first))).status).toBe(400)
    expect((await reset(user.email, first)).status).toBe(400)
    const second = await codeFor(user.email)
    const third = await codeFor(user.email)
    if (second !== third) expect((await reset(user.email, second)).status).toBe(400)
    expect((await reset(user.email, third)).status).toBe(200)
  })

  test('runs out after ten minutes', async () => {
    const user = await newUser(product, mailbox)
    const code = await codeFor(user.email)
    await database.query(`update codes set expires_at = now() - interval '1 second' where user_id = $1`, [user.user.id])
    expect((await reset(user.email, code)).status).toBe(400)
  })

  test('is good for one of many at once', async () => {
    const user = await newUser(product, mailbox)
    const code = await codeFor(user.email)
    const passwords = ['First-Pass-1', 'Second-Pass-2', 'Third-Pass-3', 'Fourth-Pass-4']
    const answers = await Promise.all(passwords.map((password) => reset(user.email, code, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await login(user.username, winner)).status).toBe(200)
  })

  test('of somebody else, or for something else, is worth nothing', async () => {
    const [one, other] = [await newUser(product, mailbox), await newUser(product, mailbox)]
    const foreign = await codeFor(other.email)
    const own = await codeFor(one.email)
    if (own !== foreign) expect((await reset(one.email, foreign)).status).toBe(400)
    const person = somebody()
    await register(product, person)
    expect((await reset(person.email, codeIn(await mailbox.mailTo(person.email)))).status).toBe(400)
    expect((await confirm(product, mailbox, person)).status, 'and is not spoiled').toBe(200)
  })
})

describe('a stranger', () => {
  test('who asks and guesses from elsewhere neither voids nor spoils the code', async () => {
    const user = await newUser(product, mailbox)
    const code = await codeFor(user.email)
    const strange = await codeFor(user.email, () => callFrom(product, '127.0.0.2', 'POST /auth/password/forgot', { email: user.email }))
    const wrong = ['000000', '000001', '000002'].find((candidate) => candidate !== code && candidate !== strange) ?? ''
    for (let i = 0; i < 12; i += 1) {
      const guess = { email: user.email, code: wrong, password: next }
      expect((await callFrom(product, `127.0.0.${2 + (i % 3)}`, 'POST /auth/password/reset', guess)).status).toBe(400)
    }
    expect((await reset(user.email, code)).status).toBe(200)
  })

  test('gets five tries at a code that somebody else asked for', async () => {
    const user = await newUser(product, mailbox)
    const code = await codeFor(user.email)
    const guess = (value: string) =>
      callFrom(product, '127.0.0.2', 'POST /auth/password/reset', { email: user.email, code: value, password: next })
    for (let i = 0; i < 5; i += 1) await guess(otherThan(code))
    expect((await guess(code)).status).toBe(400)
  })

  test('leaves the code usable for a person who changes networks', async () => {
    const user = await newUser(product, mailbox)
    const code = await codeFor(user.email)
    const elsewhere = { email: user.email, code, password: next }
    expect((await callFrom(product, '127.0.0.9', 'POST /auth/password/reset', elsewhere)).status).toBe(200)
  })

  test('cannot flood a mailbox, and the owner still gets a code', async () => {
    const user = await newUser(product, mailbox)
    const before = mailbox.count(user.email)
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1)
      statuses.push((await callFrom(product, '127.0.0.7', 'POST /auth/password/forgot', { email: user.email })).status)
    expect(statuses).toEqual([...Array(10).fill(202), 429, 429])
    await vi.waitFor(() => expect(mailbox.count(user.email) - before).toBe(10), { timeout: 60_000 })
    expect((await reset(user.email, await codeFor(user.email))).status).toBe(200)
  })

  test('with junk for accounts that have no code locks nobody out', async () => {
    const user = await newUser(product, mailbox)
    for (let i = 0; i < 30; i += 1) await reset(user.email, '123456')
    expect((await reset(user.email, await codeFor(user.email))).status).toBe(200)
  })
})

describe('an admin', () => {
  test('sends a code, which the audit log says; nobody else may', async () => {
    const admin = await signInAdmin(product)
    const user = await newUser(product, mailbox)
    const key = `POST /admin/users/${user.user.id}/password-reset`
    expect((await product.call(key)).status).toBe(401)
    expect((await product.call(key, { token: user.tokens.idToken })).status).toBe(403)
    const code = await codeFor(user.email, () => product.call(key, { token: admin.tokens.idToken }))
    const audit = await product.call('GET /admin/audit?search=user.password-reset', { token: admin.tokens.idToken })
    expect(audit.body['entries']).toMatchObject([{ actor: 'admin', action: 'user.password-reset', target: user.username }])
    expect((await profile(user.tokens.idToken)).status, 'signed in until the reset').toBe(200)
    expect((await reset(user.email, code)).status).toBe(200)
    expect((await product.call('POST /admin/users/not-an-id/password-reset', { token: admin.tokens.idToken })).status).toBe(404)
  })

  test('cannot send one to somebody who is disabled, and hears when mail is down', async () => {
    const admin = await signInAdmin(product)
    const user = await newUser(product, mailbox)
    const key = `POST /admin/users/${user.user.id}/password-reset`
    const deaf = await startProduct({ SMTP_URL: 'smtp://127.0.0.1:1', DATABASE_URL: product.databaseUrl })
    const deafAdmin = await signInAdmin(deaf)
    expect(await deaf.call(key, { token: deafAdmin.tokens.idToken })).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    await deaf.stop()
    await product.call(`POST /admin/users/${user.user.id}/disable`, { token: admin.tokens.idToken })
    expect(await product.call(key, { token: admin.tokens.idToken })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })
})
