import { endpointList } from '@video-forge/contract/endpoints'
import { permissionFor } from '@video-forge/contract/rules/permissions'
import { sentences } from '@video-forge/contract/sentences'
import { expect, test } from 'vitest'
import { confirm, newUser, register, signIn, signInAdmin, somebody } from '../../testing/people.ts'
import { adminLogin, startProduct } from '../../testing/product.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'

const { product, mailbox } = await startProductWithMail()

test('the first admin is in the admin group only', async () => {
  const { user } = await signInAdmin(product)
  expect(user).toMatchObject({ username: 'admin', role: 'admin', group: 'admin', groups: ['admin'], status: 'CONFIRMED' })
})

test('several processes that start at once create one first admin', async () => {
  const others = await Promise.all([1, 2, 3].map(() => startProduct({ SMTP_URL: mailbox.url, DATABASE_URL: product.databaseUrl })))
  expect((await signIn(product, adminLogin)).user.username).toBe('admin')
  await Promise.all(others.map((other) => other.stop()))
})

test('promotion adds the admin group, and the next call with the old token already has it', async () => {
  const admin = await signInAdmin(product)
  const user = await newUser(product, mailbox)
  const permissions = `GET /auth/users/${user.user.id}/permissions`
  expect((await product.call(permissions, { token: user.tokens.idToken })).status).toBe(403)
  expect((await product.call(permissions)).status).toBe(401)

  const promoted = await product.call('POST /auth/groups/admin', { token: admin.tokens.idToken, body: { email: user.email.toUpperCase() } })
  expect(promoted.body['user']).toMatchObject({ role: 'admin', groups: ['user', 'admin'] })
  const seen = await product.call(permissions, { token: user.tokens.idToken })
  expect(seen.status).toBe(200)
  expect(seen.body['result']).toMatchObject({ role: 'admin', permissions: expect.arrayContaining(['users:manage', 'uploads:use']) })

  const nobody = await product.call('POST /auth/groups/admin', { token: admin.tokens.idToken, body: { email: 'nobody@example.com' } })
  expect(nobody.status).toBe(404)
})

test('a user with an unconfirmed address cannot be promoted', async () => {
  const admin = await signInAdmin(product)
  const person = somebody()
  await register(product, person)
  const promote = () => product.call('POST /auth/groups/admin', { token: admin.tokens.idToken, body: { email: person.email } })
  expect(await promote()).toMatchObject({ status: 409, body: { code: 'CONFLICT', message: sentences.unconfirmedPromotion } })
  await confirm(product, mailbox, person)
  expect((await promote()).status).toBe(200)
})

test('the permissions of a user are exactly those that the endpoints check', async () => {
  const admin = await signInAdmin(product)
  const user = await newUser(product, mailbox)
  const namesOf = async (id: string) => {
    const { body } = await product.call(`GET /auth/users/${id}/permissions`, { token: admin.tokens.idToken })
    return (body['result'] as { permissions: string[] }).permissions
  }
  const [ofUser, ofAdmin] = [await namesOf(user.user.id), await namesOf(admin.user.id)]
  const checked = new Set(['videos:manage'])
  for (const [key, { access }] of endpointList) {
    const permission = permissionFor(key, access)
    // Signing out would end the session of this test.
    if (permission === undefined || key === 'POST /auth/logout') continue
    checked.add(permission)
    // The id is unknown and an empty body is refused, so that nothing is changed.
    const call = key.replaceAll(/\{\w+\}/g, 'no-such-id')
    const { status } = await product.call(call, { token: user.tokens.idToken, ...(/^(POST|PUT|PATCH)/.test(key) && { body: {} }) })
    expect([key, status === 403]).toEqual([key, !ofUser.includes(permission)])
  }
  expect(new Set(ofAdmin)).toEqual(checked)
})

test("a deleted user's next call and refresh are refused", async () => {
  const admin = await signInAdmin(product)
  const user = await newUser(product, mailbox)
  const remove = (id: string, token = admin.tokens.idToken) => product.call(`DELETE /auth/users/${id}`, { token })
  expect((await remove(user.user.id)).body).toMatchObject({ result: { id: user.user.id } })
  expect((await product.call('GET /auth/profile', { token: user.tokens.idToken })).status).toBe(401)
  expect((await product.call('POST /auth/refresh', { body: { refreshToken: user.tokens.refreshToken } })).status).toBe(401)
  expect((await remove(user.user.id)).status).toBe(404)
  expect((await remove('not-an-id')).status).toBe(404)
})

test('an admin cannot delete itself, and two who delete each other at once leave one', async () => {
  const admin = await signInAdmin(product)
  expect((await product.call(`DELETE /auth/users/${admin.user.id}`, { token: admin.tokens.idToken })).status).toBe(409)

  const lonely = await startProduct({ SMTP_URL: mailbox.url })
  const first = await signInAdmin(lonely)
  const second = await newUser(lonely, mailbox)
  await lonely.call('POST /auth/groups/admin', { token: first.tokens.idToken, body: { email: second.email } })
  const answers = await Promise.all([
    lonely.call(`DELETE /auth/users/${second.user.id}`, { token: first.tokens.idToken }),
    lonely.call(`DELETE /auth/users/${first.user.id}`, { token: second.tokens.idToken }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await lonely.stop()
})
