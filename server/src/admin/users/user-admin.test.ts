import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { clipFile, smallClip } from '../../../testing/media/clips.ts'
import { useShortSample } from '../../../testing/media/short-sample.ts'
import { newUser, signIn } from '../../../testing/people.ts'
import { databaseAt } from '../../../testing/services/database-at.ts'
import { addJob, addUser, ended, openSite, type Site } from '../../../testing/site.ts'
import { recordRun } from '../audit/audit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await useShortSample(site.product.dataDir)
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

test('users are listed with their counters, searched, sorted and paged', async () => {
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

test('a quota of jobs holds for concurrent requests', async () => {
  const person = await newUser(site.product, site.mailbox)
  await site.asAdmin(`PUT /admin/users/${person.user.id}/quota`, { quotaBytes: null, quotaJobs: 0 })
  const refused = await site.product.call('POST /jobs', { token: person.tokens.idToken, body: job })
  expect([refused.status, refused.body.code]).toEqual([409, 'QUOTA_REACHED'])
  // Jobs that wait forever, so that they still exist when the next one is requested.
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

test('rejects the next job once the quota of bytes is used up', async () => {
  const person = await newUser(site.product, site.mailbox)
  await addJob(site, { userId: person.user.id, status: 'COMPLETED', assets: { TRANSCODE_480: 1000 } })
  await site.asAdmin(`PUT /admin/users/${person.user.id}/quota`, { quotaBytes: 1000, quotaJobs: null })
  const refused = await site.product.call('POST /jobs', { token: person.tokens.idToken, body: job })
  expect(refused.body.message).toBe('Your storage is full. Delete videos you no longer need, then try again.')
  const { body } = await site.asAdmin(`PUT /admin/users/${person.user.id}/quota`, { quotaBytes: 1001, quotaJobs: null })
  expect(body['result']).toMatchObject({ quotaBytes: 1001, quotaJobs: null })
  expect((await site.product.call('POST /jobs', { token: person.tokens.idToken, body: job })).status).toBe(201)
})

test('uploads and jobs share the quota, also when many are requested at once', { timeout: 60_000 }, async () => {
  const person = await newUser(site.product, site.mailbox)
  const userId = person.user.id
  const call = (key: string, body?: unknown) =>
    site.product.call(key, { token: person.tokens.idToken, ...(body !== undefined && { body }) })
  const ask = (size?: number) => call('POST /upload/generate-url', { filename: 'a.mp4', contentType: 'video/mp4', ...(size && { size }) })
  const allow = (quotaBytes: number) => site.asAdmin(`PUT /admin/users/${userId}/quota`, { quotaBytes, quotaJobs: null })
  const clip = await clipFile('clip.mp4', smallClip)
  const freeBytes = clip.length + 600
  await addJob(site, { userId, status: 'COMPLETED', assets: { TRANSCODE_480: 1000 } })
  await allow(1000 + freeBytes)

  // Two that fit alone and not together: the first reserves its announced size.
  const both = await Promise.all([ask(freeBytes - 10), ask(freeBytes - 10)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.message).toContain('discard unfinished uploads')
  const accepted = both.find(({ status }) => status === 200)?.body['s3Key'] as string
  expect((await call(`DELETE /upload/${accepted.split('/')[1]}`)).status).toBe(200)

  // Two without an announced size: the first reserves the rest until its file has arrived.
  const send = ({ body }: Awaited<ReturnType<typeof ask>>) =>
    fetch(String(body['uploadUrl']), { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: new Uint8Array(clip) })
  const blind = await Promise.all([ask(), ask()])
  expect(blind.map(({ status }) => status).sort()).toEqual([200, 409])
  const first = blind.find(({ status }) => status === 200) ?? (await ask())
  expect((await send(first)).status).toBe(200)
  const second = await ask()
  const noSpace = await send(second)
  expect([noSpace.status, await noSpace.json()]).toMatchObject([
    409,
    { code: 'QUOTA_REACHED', message: expect.stringContaining('does not fit') },
  ])

  // The quota is checked again at confirmation, however the file arrived.
  await allow(1000 + freeBytes + clip.length)
  expect((await send(second)).status).toBe(200)
  await allow(1000 + freeBytes)
  const keys = [first, second].map(({ body }) => body['s3Key'] as string)
  const [kept, refused] = keys
  const confirm = (s3Key: string | undefined) => call('POST /upload/confirm', { s3Key, visibility: 'private' })
  expect((await Promise.all(keys.map(confirm))).map(({ status }) => status)).toEqual([409, 409])
  await allow(1000 + 2 * clip.length)
  expect((await confirm(kept)).status).toBe(201)
  const bytesOf = async () => usersOf((await site.asAdmin(`GET /admin/users?search=${person.username}`)).body)[0]?.bytes
  expect(await bytesOf()).toBe(1000 + clip.length)

  // Nothing is lost: with a larger quota the other becomes a video too, and a job is refused only when the quota is used up.
  await allow(1000 + clip.length)
  const job = { inputSource: kept, outputFormats: ['480p'], visibility: 'private' }
  expect((await call('POST /jobs', job)).body.code).toBe('QUOTA_REACHED')
  expect((await confirm(refused)).status).toBe(409)
  await allow(20_000_000)
  expect((await confirm(refused)).status).toBe(201)
  const made = await call('POST /jobs', job)
  expect(made.status).toBe(201)
  expect(await ended(site, (made.body['job'] as { id: string }).id)).toBe('COMPLETED')

  // After its job the original is an asset, and counts once.
  const { rows } = await site.sql.query(
    'select (select sum(file_size)::int from assets join jobs on jobs.id = job_id where jobs.user_id = $1) + $2::int as bytes',
    [userId, clip.length],
  )
  expect(await bytesOf()).toBe(rows[0].bytes)
  for (const key of keys) await site.sql.query('delete from videos where id::text = $1', [key.split('/')[1]])
  expect(await bytesOf()).toBe(1000)
  const counted = async () =>
    (
      await site.sql.query(`select sum(count)::int as count, sum(bytes)::int as bytes from tallies where kind = 'owner' and name = $1`, [
        userId,
      ])
    ).rows[0]
  const before = await counted()
  await site.sql.query('select recount_tallies()')
  expect(await counted()).toEqual(before)
})

test('a retry checks the quota of jobs too', async () => {
  const person = await newUser(site.product, site.mailbox)
  const failed = await addJob(site, { userId: person.user.id, status: 'FAILED' })
  await site.asAdmin(`PUT /admin/users/${person.user.id}/quota`, { quotaBytes: null, quotaJobs: 0 })
  const again = await site.product.call(`POST /jobs/${failed}/retry`, { token: person.tokens.idToken })
  expect([again.status, again.body.code]).toEqual([409, 'QUOTA_REACHED'])
})

test('of two identical admin actions at once, one is done and recorded', async () => {
  const pressTwice = async (key: string, body?: unknown) => {
    const both = await Promise.all([site.asAdmin(key, body), site.asAdmin(key, body)])
    return both.map(({ status }) => status).sort()
  }
  const acts = async (action: string, target: string) =>
    (await site.sql.query('select count(*)::int as count from audit_log where action = $1 and target = $2', [action, target])).rows[0].count
  const [promoted, deleted] = [await addUser(site, 'pressed-up'), await addUser(site, 'pressed-delete')]
  expect(await pressTwice('POST /auth/groups/admin', { email: 'pressed-up@example.com' })).toEqual([200, 200])
  expect(await acts('user.promote', 'pressed-up')).toBe(1)
  const { rows } = await site.sql.query('select groups from users where id = $1', [promoted])
  expect(rows[0].groups).toEqual(['user', 'admin'])
  expect(await pressTwice(`DELETE /auth/users/${deleted}`)).toEqual([200, 404])
  expect(await acts('user.delete', 'pressed-delete')).toBe(1)
  const [one, two] = [
    await addJob(site, { userId: promoted, status: 'FAILED', title: 'pressed job' }),
    await addJob(site, { userId: promoted, status: 'FAILED', title: 'pressed stop' }),
  ]
  await site.sql.query(`update jobs set status = 'UPLOADING', updated_at = now() where id = $1`, [two])
  expect(await pressTwice(`POST /admin/jobs/${two}/cancel`)).toEqual([200, 409])
  expect(await acts('job.cancel', 'pressed stop')).toBe(1)
  expect(await pressTwice(`DELETE /jobs/admin/${one}`)).toEqual([200, 404])
  expect(await acts('job.delete', 'pressed job')).toBe(1)
  const old = await Promise.all([1, 2, 3].map(() => addJob(site, { userId: promoted, status: 'FAILED', daysAgo: 40 })))
  const swept = await Promise.all([site.asAdmin('DELETE /jobs/admin/cleanup-old'), site.asAdmin('DELETE /jobs/admin/cleanup-old')])
  expect(swept.reduce((sum, { body }) => sum + (body['result'] as { deletedCount: number }).deletedCount, 0)).toBe(old.length)
})

test('an action of many steps is recorded at its start and end; an interrupted one has no end', async () => {
  const phases = async () => {
    const { body } = await site.asAdmin('GET /admin/audit?search=storage.&limit=20')
    return (body['entries'] as { action: string; details: Record<string, unknown> }[]).map(({ action, details }) => [
      action,
      details['phase'],
      details['run'],
    ])
  }
  expect((await site.asAdmin('POST /admin/storage/cleanup-temp')).status).toBe(200)
  const [end, begin] = await phases()
  expect([begin?.slice(0, 2), end?.slice(0, 2)]).toEqual([
    ['storage.cleanup-temp', 'started'],
    ['storage.cleanup-temp', 'finished'],
  ])
  expect(end?.[2]).toBe(begin?.[2])
  const { db, close } = await databaseAt(site.product.databaseUrl)
  onTestFinished(close)
  const act = { actorId: site.adminId, action: 'storage.optimize' }
  await expect(
    recordRun(
      db,
      act,
      () => Promise.reject(new Failure('CONFLICT', 'No.')),
      () => ({}),
    ),
  ).rejects.toThrow('No.')
  void recordRun(
    db,
    act,
    () => new Promise(() => {}),
    () => ({}),
  )
  await vi.waitFor(async () => expect((await phases()).slice(0, 3).map((entry) => entry[1])).toEqual(['started', 'failed', 'started']))
})

test('a disabled user is signed out at once and cannot sign in until enabled', async () => {
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
  // Earlier sessions stay ended.
  expect((await profile()).status).toBe(401)
})

test('of two admins who disable each other at once one stays, and nobody disables themselves', async () => {
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

test('every action is in the audit log with who, what and when, and entries cannot be changed', async () => {
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
    await expect(site.sql.query(change)).rejects.toThrow('The audit log cannot be changed.')
  }
})
