import { sentences } from '@video-forge/contract/sentences'
import { describe, expect, test } from 'vitest'
import { codeIn } from '../../testing/mailbox.ts'
import { confirm, goodPassword, newUser, register, signIn, somebody } from '../../testing/people.ts'
import { startProduct } from '../../testing/product.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'

const { product, mailbox } = await startProductWithMail()

describe('registration', () => {
  test('creates an unconfirmed member of the user group and mails a code', async () => {
    const person = somebody()
    const answer = await register(product, person)
    expect(answer.status).toBe(201)
    expect(answer.body.message).toContain('verification code')
    expect(answer.body['user']).toMatchObject({
      username: person.username,
      role: 'user',
      group: 'user',
      groups: ['user'],
      status: 'UNCONFIRMED',
    })
    const mail = await mailbox.mailTo(person.email)
    expect(mail.subject).toContain(codeIn(mail))
    expect(mail.html).toContain(codeIn(mail))
    expect(mail.text).toContain('127.0.0.1')
  })

  test('names the problem of each field with the sentences of the form', async () => {
    const refused = async (change: object) =>
      (await product.call('POST /auth/register-with-group', { body: { ...somebody(), ...change } })).body
    expect((await refused({ username: '' })).message).toBe(sentences.allFieldsRequired)
    expect((await refused({ username: 'ab' })).message).toBe(sentences.usernameTooShort)
    expect((await refused({ password: 'Ab-1' })).message).toBe(sentences.passwordTooShort)
    expect((await refused({ password: 'alllowercase1-' })).message).toBe(sentences.passwordTooWeak)
    expect(await refused({ email: 'nobody' })).toMatchObject({
      code: 'INVALID_INPUT',
      details: [{ field: 'email', message: sentences.emailInvalid }],
    })
    for (const odd of [['a'], { a: 1 }, 7, null]) expect((await refused({ username: odd })).code).toBe('INVALID_INPUT')
  })

  test('rejects a taken name or address, whatever its case or Unicode spelling', async () => {
    const taken = somebody('taken')
    await register(product, taken)
    const again = (change: object) => product.call('POST /auth/register-with-group', { body: { ...somebody(), ...change } })
    expect(await again({ username: taken.username.toUpperCase() })).toMatchObject({ status: 409, body: { code: 'USERNAME_TAKEN' } })
    expect(await again({ email: taken.email.toUpperCase() })).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
    // Full-width and Cyrillic letters that look the same.
    expect((await again({ username: `ｔaken` })).status).toBe(400)
    expect((await again({ username: 'tаken' })).status).toBe(400)
    expect((await again({ email: `tаken@example.com` })).status).toBe(400)
  })

  test('of two concurrent registrations of one name, one succeeds', async () => {
    const { username } = somebody('race')
    const answers = await Promise.all([1, 2, 3, 4].map(() => register(product, { ...somebody(), username })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })
})

describe('confirming the address', () => {
  test('is required before the first sign-in', async () => {
    const person = somebody()
    await register(product, person)
    const early = await product.call('POST /auth/login', { body: person })
    expect(early).toMatchObject({ status: 403, body: { error: 'USER_NOT_CONFIRMED', message: sentences.verifyEmailFirst } })
    expect((await confirm(product, mailbox, person)).status).toBe(200)
    expect((await signIn(product, person)).user.status).toBe('CONFIRMED')
  })

  test('twelve wrong codes void the right one; a new one works', async () => {
    const person = somebody()
    await register(product, person)
    const code = codeIn(await mailbox.mailTo(person.email))
    const wrong = code === '000000' ? '000001' : '000000'
    const attempt = (confirmationCode: string) => product.call('POST /auth/confirm-email', { body: { ...person, confirmationCode } })
    for (let i = 0; i < 12; i += 1) expect((await attempt(wrong)).status).toBe(400)
    expect(await attempt(code)).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } })

    const before = mailbox.count()
    await product.call('POST /auth/resend-confirmation', { body: person })
    expect((await attempt(codeIn(await mailbox.mailTo(person.email, before)))).status).toBe(200)
  })

  test("rejects another person's code, and one without six digits", async () => {
    const [owner, other] = [somebody(), somebody()]
    await register(product, owner)
    await register(product, other)
    const confirmationCode = codeIn(await mailbox.mailTo(other.email))
    const foreign = await product.call('POST /auth/confirm-email', { body: { ...owner, confirmationCode } })
    if (codeIn(await mailbox.mailTo(owner.email)) !== confirmationCode) expect(foreign.status).toBe(400)
    const short = await product.call('POST /auth/confirm-email', { body: { ...owner, confirmationCode: '12345' } })
    expect(short.body.message).toBe(sentences.codeNotSixDigits)
  })

  test('requesting another code has the same answer whether the account exists, is confirmed or not', async () => {
    const waiting = somebody()
    await register(product, waiting)
    const done = await newUser(product, mailbox)
    const answers = await Promise.all(
      [waiting, done, somebody('ghost')].map(({ username, email }) =>
        product.call('POST /auth/resend-confirmation', { body: { username, email } }),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    const tooSoon = await product.call('POST /auth/resend-confirmation', { body: waiting })
    expect(tooSoon.status).toBe(429)
    expect(Number(tooSoon.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('an account is removed if its code could not be mailed', async () => {
  const deaf = await startProduct({ SMTP_URL: 'smtp://127.0.0.1:1', DATABASE_URL: product.databaseUrl })
  const person = { ...somebody('unmailed'), password: goodPassword }
  expect(await register(deaf, person)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  await deaf.stop()
  expect((await register(product, person)).status).toBe(201)
})
