import { describe, expect, test } from 'vitest'
import { codeIn } from '../../../testing/mailbox.ts'
import { newUser, type Person, register, signIn, somebody } from '../../../testing/people.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'

const { product, mailbox } = await startProductWithMail({ TRUSTED_PROXIES: 'loopback' })

let networks = 0
/** An address that no other test uses. */
const newAddress = () => {
  networks += 1
  return `198.18.${Math.floor(networks / 250)}.${(networks % 250) + 1}`
}

const callFrom = (address: string, key: string, body: object, headers: Record<string, string> = {}) =>
  product.call(key, { body, headers: { 'x-forwarded-for': address, ...headers } })

const wrongFrom = (address: string, username: string) =>
  callFrom(address, 'POST /auth/login', { username, password: 'Wrong-Pass-1' }).then(({ status }) => status)

const rightFrom = (address: string, { username, password }: Person, headers = {}) =>
  callFrom(address, 'POST /auth/login', { username, password }, headers).then(({ status }) => status)

/** The cookies of an answer, as a browser would send them back. */
const cookiesOf = (answer: { headers: Headers }) => ({
  cookie: answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; '),
})

const times = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)))

describe('who counts as one', () => {
  test('a whole IPv6 /64 is one client, and the next /64 is another', async () => {
    const { username } = await newUser(product, mailbox)
    const statuses = await times(10, (i) => wrongFrom(`2001:db8:1:2:${i}::${i}`, username))
    expect(statuses).toEqual(Array(10).fill(401))
    expect(await wrongFrom('2001:db8:1:2:ffff::1', username)).toBe(429)
    expect(await wrongFrom('2001:db8:1:3::1', username)).toBe(401)
  })

  test('an IPv4 address is the same written as IPv6', async () => {
    const { username } = await newUser(product, mailbox)
    const address = newAddress()
    await times(10, () => wrongFrom(address, username))
    expect(await wrongFrom(`::ffff:${address}`, username)).toBe(429)
  })

  test('the username and the e-mail address are one account, whatever their case', async () => {
    const { username, email } = await newUser(product, mailbox)
    const address = newAddress()
    await times(10, (i) => wrongFrom(address, [username, email, email.toUpperCase()][i % 3] ?? ''))
    expect(await wrongFrom(address, username)).toBe(429)
    expect(await wrongFrom(address, email)).toBe(429)
  })
})

describe('strangers', () => {
  test('who try fifty wrong passwords from everywhere keep the owner out nowhere', { timeout: 120_000 }, async () => {
    const victim = await newUser(product, mailbox)
    const known = cookiesOf(await callFrom(newAddress(), 'POST /auth/login', victim))
    expect(await times(50, () => wrongFrom(newAddress(), victim.username))).toEqual(Array(50).fill(401))
    expect(await rightFrom(newAddress(), victim), 'a new browser at a new place').toBe(200)
    expect(await rightFrom(newAddress(), victim, known), 'a browser that was used before').toBe(200)
  })

  test('a browser that was used before is counted by itself: it is limited too, and its neighbours do not limit it', async () => {
    const victim = await newUser(product, mailbox)
    const address = newAddress()
    const known = cookiesOf(await callFrom(address, 'POST /auth/login', victim))
    await times(10, () => wrongFrom(address, victim.username))
    expect(await rightFrom(address, victim)).toBe(429)
    expect(await rightFrom(address, victim, known)).toBe(200)
    const wrong = { username: victim.username, password: 'Wrong-Pass-1' }
    await times(10, () => callFrom(newAddress(), 'POST /auth/login', wrong, known))
    expect((await callFrom(newAddress(), 'POST /auth/login', wrong, known)).status).toBe(429)
    const other = await newUser(product, mailbox)
    expect(await rightFrom(newAddress(), other, known), 'for another account the cookie means nothing').toBe(200)
  })

  test('who send junk as the second step of a sign-in use up nothing of its owner', async () => {
    const [victim, other] = [await newUser(product, mailbox), await newUser(product, mailbox)]
    for (const { tokens, password } of [victim, other])
      await product.call('PUT /auth/mfa', { token: tokens.idToken, body: { enabled: true, password } })
    const foreign = (await callFrom(newAddress(), 'POST /auth/login', other)).body['session']
    const complete = (address: string, session: unknown, otpCode: string) =>
      callFrom(address, 'POST /auth/mfa/complete', { session, otpCode, challengeName: 'EMAIL_OTP', username: victim.username })
    await times(25, () => complete(newAddress(), 'forged.session', '000000'))
    await times(25, () => complete(newAddress(), foreign, '000000'))
    const before = mailbox.count()
    const { session } = (await callFrom(newAddress(), 'POST /auth/login', victim)).body
    const done = await complete(newAddress(), session, codeIn(await mailbox.mailTo(victim.email, before)))
    expect(done.status).toBe(200)
  })

  test('who try codes of a new account spoil them for themselves only', async () => {
    const person = somebody()
    const registered = await register(product, person)
    const code = codeIn(await mailbox.mailTo(person.email))
    const confirmFrom = (address: string, confirmationCode: string, headers = {}) =>
      callFrom(address, 'POST /auth/confirm-email', { username: person.username, confirmationCode }, headers)
    const wrong = code === '000000' ? '000001' : '000000'
    const stranger = newAddress()
    expect((await times(20, () => confirmFrom(stranger, wrong))).map(({ status }) => status)).toEqual(Array(20).fill(400))
    expect((await confirmFrom(stranger, code)).status, 'the stranger has had five tries').toBe(400)
    // Many strangers together are held off as well, but not the browser in which the account was opened.
    await times(30, () => confirmFrom(newAddress(), wrong))
    expect((await confirmFrom(newAddress(), code)).status).toBe(400)
    expect((await confirmFrom(newAddress(), code, cookiesOf(registered))).status).toBe(200)
  })

  test('one stranger leaves a code to everybody else', async () => {
    const person = somebody()
    await register(product, person)
    const code = codeIn(await mailbox.mailTo(person.email))
    const stranger = newAddress()
    const confirmFrom = (address: string, confirmationCode: string) =>
      callFrom(address, 'POST /auth/confirm-email', { username: person.username, confirmationCode })
    await times(20, () => confirmFrom(stranger, code === '000000' ? '000001' : '000000'))
    expect((await confirmFrom(newAddress(), code)).status).toBe(200)
  })

  test('who ask for codes void none that is on its way, and use up nobody else’s mails', async () => {
    const person = somebody()
    const registered = await register(product, person)
    const code = codeIn(await mailbox.mailTo(person.email))
    const resendFrom = (address: string, headers = {}) =>
      callFrom(address, 'POST /auth/resend-confirmation', { username: person.username }, headers).then(({ status }) => status)
    const statuses = await times(20, () => resendFrom(newAddress()))
    expect(statuses.filter((status) => status === 200)).toHaveLength(9)
    expect(await resendFrom(newAddress(), cookiesOf(registered))).toBe(200)
    const answer = await callFrom(newAddress(), 'POST /auth/confirm-email', { username: person.username, confirmationCode: code })
    expect(answer.status).toBe(200)
  })

  test('behind the same address who use up its refreshes sign nobody out', async () => {
    const { tokens } = await newUser(product, mailbox)
    const address = newAddress()
    const refresh = (refreshToken: string) => callFrom(address, 'POST /auth/refresh', { refreshToken }).then(({ status }) => status)
    const junk = (await times(700, (i) => refresh(`junk ${i}`))).filter((status) => status === 429)
    expect(junk.length).toBeGreaterThan(0)
    expect(await refresh(tokens.refreshToken)).toBe(200)
  })
})

test('a forged address in front of the one that the proxy adds counts for nothing', async () => {
  const { username } = await newUser(product, mailbox)
  const address = newAddress()
  const statuses = await times(10, (i) => wrongFrom(`203.0.113.${i}, ${address}`, username))
  expect(statuses).toEqual(Array(10).fill(401))
  expect(await wrongFrom(`203.0.113.200, ${address}`, username)).toBe(429)
  expect((await signIn(product, await newUser(product, mailbox))).user.role).toBe('user')
})
