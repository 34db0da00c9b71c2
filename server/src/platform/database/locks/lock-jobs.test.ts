import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUser, type Person, type Session } from '../../../../testing/people.ts'
import { whileWorkerChanges } from '../../../../testing/services/while-worker-changes.ts'
import { addJob, openSite, type Site } from '../../../../testing/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.stop())

type Owner = Person & Session

const deletions: [what: string, call: (owner: Owner, job: string) => [key: string, as: 'owner' | 'admin', body?: object]][] = [
  ['a job by its owner', (_, job) => [`DELETE /jobs/${job}`, 'owner']],
  ['a video by its owner', (_, job) => [`DELETE /gallery/videos/${job}`, 'owner']],
  ['a job by an admin', (_, job) => [`DELETE /jobs/admin/${job}`, 'admin']],
  ['a user by an admin', ({ user }) => [`DELETE /auth/users/${user.id}`, 'admin']],
  ['an account by its owner', ({ password }) => ['DELETE /auth/account', 'owner', { password }]],
]

test.each(deletions)('deleting %s waits for a worker that changes job and video', async (_what, call) => {
  const owner = await newUser(site.product, site.mailbox)
  const job = await addJob(site, { userId: owner.user.id, status: 'COMPLETED' })
  const [key, as, body] = call(owner, job)
  const send = () =>
    as === 'admin' ? site.asAdmin(key, body) : site.product.call(key, { token: owner.tokens.idToken, ...(body && { body }) })
  const { status } = await whileWorkerChanges(site.product.databaseUrl, job, send)
  expect(status).toBe(200)
  expect((await site.sql.query('select from jobs where id = $1', [job])).rows).toEqual([])
})
