import { sentences } from '@video-forge/contract/sentences'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUser, signIn } from '../../testing/people.ts'
import { addJob, addUser, openSite, type Site } from '../../testing/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.stop())

interface ListedUser {
  id: string
  username: string
  videos: number
  bytes: number
  activeJobs: number
  disabled: boolean
  lastSignInAt: string | null
}
const usersOf = (body: Record<string, unknown>) => body['result'] as ListedUser[]
const job = { inputSource: 'https://127.0.0.1:1/none.mp4', outputFormats: ['480p'] }

test('users are listed with what is theirs, searched, sorted and paged', async () => {
  const person = await newUser(site.product, site.mailbox, 'listed')
  await addJob(site, { userId: person.user.id, status: 'COMPLETED', assets: { TRANSCODE_480: 3000, GIF: 5 } })
  await addJob(site, { userId: person.user.id, status: 'FAILED' })
  await addJob(site, { userId: await addUser(site, 'listed-other'), status: 'COMPLETED', assets: { GIF: 7 } })
  const { body } = await site.asAdmin('GET /admin/users?search=LISTED&sort=bytes')
  expect(body['total']).toBe(2)
  expect(usersOf(body)).toMatchObject([
    {
      username: person.username,
      email: person.email,
      videos: 2,
      bytes: 3005,
      groups: ['user'],
      role: 'user',
      status: 'CONFIRMED',
      disabled: false,
    },
    { username: 'listed-other', videos: 1, bytes: 7, lastSignInAt: null },
  ])
  expect(usersOf(body)[0]?.lastSignInAt).not.toBeNull()
  const pages = await Promise.all([1, 2, 3].map((page) => site.asAdmin(`GET /admin/users?search=listed&sort=name&limit=1&page=${page}`)))
  expect(pages.flatMap((page) => usersOf(page.body)).map(({ username }) => username)).toEqual(['listed-other', person.username])
})

test('a quota of jobs holds for jobs that are asked for at the same moment', async () => {
  const person = await newUser(site.product, site.mailbox)
  await site.asAdmin(`PUT /admin/users/${person.user.id}/quota`, { quotaBytes: null, quotaJobs: 0 })
  const refused = await site.product.call('POST /jobs', { token: person.tokens.idToken, body: job })
  expect([refused.status, refused.body.code]).toEqual([409, 'QUOTA_REACHED'])
  // Jobs that wait for ever, so that they are still there when the next one is asked for.
  for (let i = 0; i < 3; i += 1) await addJob(site, { userId: person.user.id, status: 'FAILED' })
  await site.sql.query(`update jobs set status = 'UPLOADING', updated_at = now() where user_id = $1`, [person.user.id])
  await site.asAdmin(`PUT /admin/users/${person.user.id}/quota`, { quotaBytes: null, quotaJobs: 4 })
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      site.product.call('POST /jobs', { token: person.tokens.idToken, body: { ...job, inputSource: 'local-sample.mp4' } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  await site.sql.query('delete from videos where user_id = $1', [person.user.id])
})

test('a quota of bytes refuses the next job once it is used up', async () => {
  const person = await newUser(site.product, site.mailbox)
  await addJob(site, { userId: person.user.id, status: 'COMPLETED', assets: { TRANSCODE_480: 1000 } })
  await site.asAdmin(`PUT /admin/users/${person.user.id}/quota`, { quotaBytes: 1000, quotaJobs: null })
  const refused = await site.product.call('POST /jobs', { token: person.tokens.idToken, body: job })
  expect(refused.body.message).toBe('Your storage is full. Delete videos you no longer need, then try again.')
  const { body } = await site.asAdmin(`PUT /admin/users/${person.user.id}/quota`, { quotaBytes: 1001, quotaJobs: null })
  expect(body['result']).toMatchObject({ quotaBytes: 1001, quotaJobs: null })
  expect((await site.product.call('POST /jobs', { token: person.tokens.idToken, body: job })).status).toBe(201)
})

test('an upload needs room within the quota', async () => {
  const person = await newUser(site.product, site.mailbox)
  const userId = person.user.id
  const ask = async (size: number) => {
    const body = { filename: 'a.mp4', contentType: 'video/mp4', size }
    const { status, body: answer } = await site.product.call('POST /upload/generate-url', { body, token: person.tokens.idToken })
    return [status, answer.code]
  }
  await addJob(site, { userId, status: 'COMPLETED', assets: { TRANSCODE_480: 1000 } })
  expect(await ask(1_000_000)).toEqual([200, undefined])
  await site.asAdmin(`PUT /admin/users/${userId}/quota`, { quotaBytes: 1500, quotaJobs: null })
  expect(await ask(500)).toEqual([200, undefined])
  expect(await ask(501)).toEqual([409, 'QUOTA_REACHED'])
  await site.asAdmin(`PUT /admin/users/${userId}/quota`, { quotaBytes: 10, quotaJobs: null })
  expect(await ask(1)).toEqual([409, 'QUOTA_REACHED'])
})

test('a disabled user is out at once and can not come back until enabled', async () => {
  const person = await newUser(site.product, site.mailbox)
  const profile = () => site.product.call('GET /auth/profile', { token: person.tokens.idToken })
  const login = () => site.product.call('POST /auth/login', { body: { username: person.username, password: person.password } })
  expect((await profile()).status).toBe(200)
  const disabled = await site.asAdmin(`POST /admin/users/${person.user.id}/disable`)
  expect(disabled.body['result']).toMatchObject({ disabled: true })
  expect((await profile()).status).toBe(401)
  expect((await site.product.call('POST /auth/refresh', { body: { refreshToken: person.tokens.refreshToken } })).status).toBe(401)
  const refused = await login()
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([403, 'USER_DISABLED', sentences.accountDisabled])
  await site.asAdmin(`POST /admin/users/${person.user.id}/enable`)
  expect((await login()).status).toBe(200)
  // Sessions of before stay ended.
  expect((await profile()).status).toBe(401)
})

test('admins who disable each other at once leave one of them, and nobody disables themselves', async () => {
  const person = await newUser(site.product, site.mailbox)
  await site.asAdmin('POST /auth/groups/admin', { email: person.email })
  expect((await site.asAdmin(`POST /admin/users/${site.adminId}/disable`)).status).toBe(409)
  const both = await Promise.all([
    site.asAdmin(`POST /admin/users/${person.user.id}/disable`),
    site.product.call(`POST /admin/users/${site.adminId}/disable`, { token: person.tokens.idToken }),
  ])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  await site.sql.query('update users set disabled_at = null')
  await site.sql.query('update sessions set ended_at = null')
  await signIn(site.product, person)
})

test('every act is in the log with who, what and when, and nobody can change the log', async () => {
  const userId = await addUser(site, 'audited')
  const jobId = await addJob(site, { userId, status: 'FAILED', title: 'Audited clip' })
  await site.asAdmin('POST /auth/groups/admin', { email: 'audited@example.com' })
  await site.asAdmin(`PUT /admin/users/${userId}/quota`, { quotaBytes: 5, quotaJobs: 1 })
  await site.asAdmin(`POST /admin/users/${userId}/disable`)
  await site.asAdmin(`POST /admin/users/${userId}/enable`)
  await site.asAdmin(`DELETE /jobs/admin/${jobId}`)
  await site.asAdmin(`DELETE /auth/users/${userId}`)
  const { body } = await site.asAdmin('GET /admin/audit?search=audited')
  const entries = body['entries'] as { actor: string; action: string; target: string; at: string; details: object }[]
  expect(entries.map(({ action }) => action)).toEqual([
    'user.delete',
    'job.delete',
    'user.enable',
    'user.disable',
    'user.quota',
    'user.promote',
  ])
  expect(entries[4]).toMatchObject({ actor: 'admin', target: 'audited', details: { quotaBytes: 5, quotaJobs: 1 } })
  const failed = await site.asAdmin('DELETE /auth/users/00000000-0000-7000-8000-000000000000')
  expect(failed.status).toBe(404)
  const page = await site.asAdmin('GET /admin/audit?limit=1')
  expect((page.body['entries'] as object[])[0]).toEqual(entries[0])
  const next = await site.asAdmin(`GET /admin/audit?limit=1&cursor=${page.body['nextCursor']}`)
  expect((next.body['entries'] as object[])[0]).toEqual(entries[1])
  for (const change of [`update audit_log set actor = 'somebody'`, 'delete from audit_log', 'truncate audit_log']) {
    await expect(site.sql.query(change)).rejects.toThrow('The audit log can not be changed.')
  }
})
