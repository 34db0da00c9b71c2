import { sentences } from '@video-forge/contract/sentences'
import { describe, expect, test, vi } from 'vitest'
import { codeIn } from '../../../testing/mailbox.ts'
import { useShortSample } from '../../../testing/media/short-sample.ts'
import { newUser, type Person, register, type Session, signIn, signInAdmin, somebody } from '../../../testing/people.ts'
import { startProduct } from '../../../testing/product.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'
import { connectSql } from '../../../testing/services/sql-client.ts'

const { product, mailbox } = await startProductWithMail()
await useShortSample(product.dataDir)
const database = await connectSql(product)

const next = 'Another-Pass-2'
type User = Person & Session
const as = ({ tokens }: Session, key: string, body?: unknown) =>
  product.call(key, { token: tokens.idToken, ...(body !== undefined && { body }) })
const isIn = async (session: Session) => (await as(session, 'GET /auth/profile')).status === 200
const account = async (session: Session) => (await as(session, 'GET /auth/account')).body['account']
const sql = async (query: string, values: unknown[]) => (await database.query(query, values)).rows
/** A user who has only signed in with Google. */
const withoutPassword = async () => {
  const user = await newUser(product, mailbox)
  await sql('update users set password_hash = null where id = $1', [user.user.id])
  return user
}
const signedInLongAgo = ({ user }: Session) =>
  sql(`update sessions set created_at = now() - interval '11 minutes' where user_id = $1`, [user.id])

describe('changing the password', () => {
  const change = (user: Session, currentPassword: string, newPassword = next) =>
    as(user, 'PUT /auth/password', { currentPassword, newPassword })

  test('requires the current one, ends the other sessions and sends a mail', async () => {
    const user = await newUser(product, mailbox)
    const other = await signIn(product, user)
    expect(await change(user, 'Wrong-Pass-1')).toMatchObject({
      status: 400,
      body: { details: [{ field: 'currentPassword', message: 'Incorrect password.' }] },
    })
    const before = mailbox.count()
    expect((await change(user, user.password)).status).toBe(200)
    expect(await isIn(user)).toBe(true)
    expect(await isIn(other)).toBe(false)
    expect((await product.call('POST /auth/refresh', { body: { refreshToken: other.tokens.refreshToken } })).status).toBe(401)
    expect((await product.call('POST /auth/refresh', { body: { refreshToken: user.tokens.refreshToken } })).status).toBe(200)
    expect((await mailbox.mailTo(user.email, before)).subject).toBe('Your Video Forge password was changed')
    await signIn(product, { ...user, password: next })
  })

  test('has the rules of the sign-up, and requires a sign-in', async () => {
    const user = await newUser(product, mailbox)
    expect((await change(user, user.password, 'Ab-1')).body.message).toBe(sentences.passwordTooShort)
    expect((await change(user, user.password, 'alllowercase1-')).body.message).toBe(sentences.passwordTooWeak)
    expect((await change(user, '')).body.message).toBe(sentences.allFieldsRequired)
    expect((await as(user, 'PUT /auth/password', { newPassword: next })).body.message).toBe(sentences.allFieldsRequired)
    expect((await product.call('PUT /auth/password', { body: { currentPassword: user.password, newPassword: next } })).status).toBe(401)
  })

  test('stops guesses with 429', async () => {
    const user = await newUser(product, mailbox)
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await change(user, 'Wrong-Pass-1')).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })

  test('one of two concurrent changes succeeds', async () => {
    const user = await newUser(product, mailbox)
    const other = await signIn(product, user)
    const answers = await Promise.all([change(user, user.password, 'First-Pass-1'), change(other, user.password, 'Second-Pass-2')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await isIn(user), await isIn(other)].filter(Boolean)).toHaveLength(1)
  })

  test('voids earlier codes, and explains to a user without a password how to set one', async () => {
    const user = await newUser(product, mailbox)
    const before = mailbox.count()
    await product.call('POST /auth/password/forgot', { body: { email: user.email } })
    const code = codeIn(await mailbox.mailTo(user.email, before))
    await change(user, user.password)
    expect((await product.call('POST /auth/password/reset', { body: { email: user.email, code, password: 'Third-Pass-3' } })).status).toBe(
      400,
    )
    const google = await withoutPassword()
    expect(await change(google, 'Any-Pass-1')).toMatchObject({ status: 409, body: { message: sentences.noPassword } })
  })
})

describe('changing the address', () => {
  const ask = (user: Session, newEmail: string, password?: string) => as(user, 'POST /auth/email', { newEmail, password })
  const confirm = (user: Session, code: string) => as(user, 'POST /auth/email/confirm', { code })
  const askForCode = async (user: User, newEmail: string) => {
    const before = mailbox.count()
    expect((await ask(user, newEmail, user.password)).status).toBe(200)
    return codeIn(await mailbox.mailTo(newEmail, before))
  }

  test('is confirmed at the new address, and a mail goes to the old one', async () => {
    const user = await newUser(product, mailbox)
    const { email } = somebody('new')
    const code = await askForCode(user, email)
    expect(await account(user)).toMatchObject({ pendingEmail: email })
    expect(((await as(user, 'GET /auth/profile')).body['user'] as { email: string }).email).toBe(user.email)
    expect((await confirm(user, code === '000000' ? '000001' : '000000')).status).toBe(400)
    const before = mailbox.count()
    expect(await confirm(user, code)).toMatchObject({ status: 200, body: { user: { email, status: 'CONFIRMED' } } })
    expect(await account(user)).toMatchObject({ pendingEmail: null })
    const notice = await mailbox.mailTo(user.email, before)
    expect(notice.text).toContain(email)
    expect((await confirm(user, code)).status, 'the same code again').toBe(400)
    expect((await signIn(product, { username: email, password: user.password })).user.id).toBe(user.user.id)
    expect((await product.call('POST /auth/login', { body: { username: user.email, password: user.password } })).status).toBe(401)
  })

  test('requires the password, and an address that is new and free', async () => {
    const [user, other] = [await newUser(product, mailbox), await newUser(product, mailbox)]
    const { email } = somebody('new')
    expect((await ask(user, email)).body.message).toBe(sentences.allFieldsRequired)
    expect(await ask(user, email, 'Wrong-Pass-1')).toMatchObject({ status: 400, body: { details: [{ field: 'password' }] } })
    expect((await ask(user, 'nonsense', user.password)).body.message).toBe(sentences.emailInvalid)
    expect(await ask(user, user.email.toUpperCase(), user.password)).toMatchObject({
      status: 400,
      body: { message: sentences.emailUnchanged },
    })
    expect(await ask(user, other.email.toUpperCase(), user.password)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
    expect(await account(user)).toMatchObject({ pendingEmail: null })
  })

  test('is decided at confirmation: an address that was taken meanwhile stays taken', async () => {
    const user = await newUser(product, mailbox)
    const rival = somebody('rival')
    const code = await askForCode(user, rival.email)
    await register(product, rival)
    expect(await confirm(user, code)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
    expect(((await as(user, 'GET /auth/profile')).body['user'] as { email: string }).email).toBe(user.email)
  })

  test('of two concurrent changes to one address, one succeeds', async () => {
    const [one, two] = [await newUser(product, mailbox), await newUser(product, mailbox)]
    const { email } = somebody('new')
    const codes = [await askForCode(one, email), await askForCode(two, email)]
    const answers = await Promise.all([confirm(one, codes[0] ?? ''), confirm(two, codes[1] ?? '')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a later request voids the code of the earlier one, and survives a restart', async () => {
    const user = await newUser(product, mailbox)
    const [first, second] = [somebody('new').email, somebody('new').email]
    const old = await askForCode(user, first)
    const code = await askForCode(user, second)
    if (old !== code) expect((await confirm(user, old)).status).toBe(400)
    const again = await startProduct({ SMTP_URL: mailbox.url, DATABASE_URL: product.databaseUrl, DATA_DIR: product.dataDir })
    expect(await again.call('POST /auth/email/confirm', { token: user.tokens.idToken, body: { code } })).toMatchObject({
      status: 200,
      body: { user: { email: second } },
    })
    await again.stop({ keepData: true })
  })

  test('voids a reset code that was mailed to the old address', async () => {
    const user = await newUser(product, mailbox)
    const { email } = somebody('new')
    const before = mailbox.count()
    await product.call('POST /auth/password/forgot', { body: { email: user.email } })
    const resetCode = codeIn(await mailbox.mailTo(user.email, before))
    await confirm(user, await askForCode(user, email))
    for (const address of [user.email, email])
      expect((await product.call('POST /auth/password/reset', { body: { email: address, code: resetCode, password: next } })).status).toBe(
        400,
      )
  })

  test('needs a recent sign-in from a user without a password', async () => {
    const user = await withoutPassword()
    expect((await ask(user, somebody('new').email)).status).toBe(200)
    await signedInLongAgo(user)
    expect(await ask(user, somebody('new').email)).toMatchObject({ status: 403, body: { message: sentences.signInAgain } })
  })
})

describe('sessions', () => {
  interface Listed {
    id: string
    current: boolean
    device: string
    createdAt: string
    lastUsedAt: string
  }
  const list = async (session: Session) => (await as(session, 'GET /auth/sessions')).body['sessions'] as Listed[]
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

  test('are listed by device, without network addresses', async () => {
    const user = await newUser(product, mailbox)
    await product.call('POST /auth/login', { body: user, headers: { 'user-agent': chrome } })
    const sessions = await list(user)
    expect(sessions.map(({ device, current }) => [device, current])).toEqual([
      ['Node.js', true],
      ['Chrome on Windows', false],
    ])
    expect(JSON.stringify(await sql('select * from sessions where user_id = $1', [user.user.id]))).not.toMatch(/127\.0\.0\.1|AppleWebKit/)
    const { lastUsedAt } = sessions[0] ?? { lastUsedAt: '' }
    await product.call('POST /auth/refresh', { body: { refreshToken: user.tokens.refreshToken } })
    expect(Date.parse((await list(user))[0]?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(lastUsedAt))
  })

  test('one is ended from the next request on; the session of another user is not found', async () => {
    const [user, stranger] = [await newUser(product, mailbox), await newUser(product, mailbox)]
    const other = await signIn(product, user)
    const id = (await list(other)).find(({ current }) => current)?.id ?? ''
    expect((await as(stranger, `DELETE /auth/sessions/${id}`)).status).toBe(404)
    expect((await as(user, 'DELETE /auth/sessions/nonsense')).status).toBe(404)
    expect(await isIn(other)).toBe(true)
    const answer = await as(user, `DELETE /auth/sessions/${id}`)
    expect(answer.body['sessions']).toHaveLength(1)
    expect(await isIn(other)).toBe(false)
    expect((await product.call('POST /auth/refresh', { body: { refreshToken: other.tokens.refreshToken } })).status).toBe(401)
    expect((await as(user, `DELETE /auth/sessions/${id}`)).status).toBe(404)
  })

  test('all other sessions end at once', async () => {
    const [user, stranger] = [await newUser(product, mailbox), await newUser(product, mailbox)]
    const others = [await signIn(product, user), await signIn(product, user)]
    expect((await as(user, 'DELETE /auth/sessions')).body).toMatchObject({ total: 1, sessions: [{ current: true }] })
    for (const other of others) expect(await isIn(other)).toBe(false)
    expect(await isIn(user)).toBe(true)
    expect(await isIn(stranger)).toBe(true)
  })
})

describe("deleting one's own account", () => {
  const leave = (user: Session, password?: string) => as(user, 'DELETE /auth/account', { password })

  test('requires the password and deletes everything', async () => {
    const user = await newUser(product, mailbox)
    const created = await as(user, 'POST /jobs', { inputSource: 'local-sample.mp4', outputFormats: ['480p'] })
    const { id } = created.body['job'] as { id: string }
    const facts = { hasPassword: true, hasPublicName: true, pendingEmail: null, videoCount: 1, isLastAdmin: false, needsSignIn: false }
    expect(await account(user)).toEqual(facts)
    expect((await as(user, 'DELETE /auth/account')).body.message).toBe(sentences.allFieldsRequired)
    expect((await leave(user, 'Wrong-Pass-1')).status).toBe(400)
    expect(await isIn(user)).toBe(true)

    const before = mailbox.count()
    expect((await leave(user, user.password)).status).toBe(200)
    expect(await isIn(user)).toBe(false)
    expect((await product.call('POST /auth/login', { body: user })).status).toBe(401)
    for (const table of ['videos', 'jobs', 'sessions', 'codes'])
      expect(await sql(`select 1 from ${table} where user_id = $1`, [user.user.id]), table).toEqual([])
    // The prefix of its files is in discarded_files, or is already deleted.
    await vi.waitFor(async () => expect(await sql('select 1 from videos where id = $1', [id])).toEqual([]))
    expect((await mailbox.mailTo(user.email, before)).subject).toBe('Your Video Forge account was deleted')
    expect((await register(product, user)).status, 'the name is free again').toBe(201)
  })

  test('needs a recent sign-in from a user without a password', async () => {
    const user = await withoutPassword()
    await signedInLongAgo(user)
    expect(await account(user)).toMatchObject({ hasPassword: false, needsSignIn: true })
    expect(await leave(user)).toMatchObject({ status: 403, body: { message: sentences.signInAgain } })
    await sql('update sessions set created_at = now() where user_id = $1', [user.user.id])
    expect((await as(user, 'DELETE /auth/account')).status).toBe(200)
  })

  test('is refused for the last admin, also when two leave at once', async () => {
    const admin = await signInAdmin(product)
    expect(await account(admin)).toMatchObject({ isLastAdmin: true })
    expect(await leave(admin, 'Correct-Horse-1')).toMatchObject({ status: 409, body: { message: sentences.lastAdmin } })

    const second = await newUser(product, mailbox)
    const third = await newUser(product, mailbox)
    for (const { email } of [second, third]) await as(admin, 'POST /auth/groups/admin', { email })
    await as(admin, `POST /admin/users/${third.user.id}/disable`)
    const answers = await Promise.all([leave(admin, 'Correct-Horse-1'), leave(second, second.password)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const rows = await sql(`select 1 from users where 'admin' = any(groups) and disabled_at is null`, [])
    expect(rows).toHaveLength(1)
    const log = await sql(`select target from audit_log where action = 'user.delete-own'`, [])
    expect(log).toHaveLength(1)
  })
})
