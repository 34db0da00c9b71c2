import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { followEvents } from '../../testing/event-reader.ts'
import { newUser, signInAdmin } from '../../testing/people.ts'
import { startProduct, type TestProduct } from '../../testing/product.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'
import { connectSql } from '../../testing/services/sql-client.ts'
import { tokenLike } from '../../testing/short-token.ts'
import { newId } from '../platform/database/new-id.ts'

// Two API processes on one database, and no worker: these tests are the worker.
const environment = { ROLE: 'api', AUTH_SECRET: 's'.repeat(32) }
const { product, mailbox } = await startProductWithMail(environment)
const other = await startProduct({ ...environment, SMTP_URL: mailbox.url, DATABASE_URL: product.databaseUrl })
afterAll(() => other.stop())
const database = await connectSql(product)

const owner = () => newUser(product, mailbox)
type Owner = Awaited<ReturnType<typeof owner>>

async function addJob({ user }: Pick<Owner, 'user'>, status = 'PROCESSING'): Promise<string> {
  const id = newId()
  await database.query(`insert into videos (id, user_id, title, visibility, status) values ($1, $2, 'clip', 'public', 'processing')`, [
    id,
    user.id,
  ])
  await database.query(`insert into jobs (id, user_id, input_source, output_formats, status) values ($1, $2, 'x', '{480p}', $3)`, [
    id,
    user.id,
    status,
  ])
  return id
}

const setProgress = (id: string, progress: number) =>
  database.query('update jobs set progress = $2, updated_at = now() where id = $1', [id, progress])

async function follow(person: { tokens: { idToken: string } }, options: { lastEventId?: string; at?: TestProduct } = {}) {
  const reader = await followEvents((options.at ?? product).url, person.tokens.idToken, options.lastEventId)
  onTestFinished(() => reader.close())
  return reader
}

describe('a stream', () => {
  test('requires a sign-in', async () => {
    expect((await product.call('GET /jobs/events')).status).toBe(401)
    expect((await product.call('GET /jobs/events', { token: 'made-up' })).body.code).toBe('NOT_SIGNED_IN')
  })

  test('begins with every active job and the counts, then sends each change, all with an id', async () => {
    const person = await owner()
    const [job, done] = [await addJob(person), await addJob(person, 'COMPLETED')]
    const reader = await follow(person)
    const first = await reader.next('job_update')
    expect(first.data).toEqual({
      jobId: job,
      status: 'PROCESSING',
      progress: 0,
      updated_at: expect.any(String),
      stage: null,
      eta_seconds: null,
      queue_position: null,
      renditions: [],
      error_text: null,
      error_cause: null,
      asset_count: 0,
      playable: false,
      transcription: null,
      has_thumbnail: false,
    })
    expect((await reader.next('system_stats')).data).toMatchObject({ currentJobs: expect.any(Number), maxConcurrent: 2 })
    await setProgress(job, 12.5)
    expect((await reader.next('job_update')).data).toMatchObject({ jobId: job, progress: 12.5 })
    await database.query("update videos set status = 'ready' where id = $1", [job])
    await setProgress(job, 25)
    expect((await reader.next('job_update')).data).toMatchObject({ progress: 25, playable: true, has_thumbnail: true })
    await database.query('delete from videos where id = $1', [done])
    expect((await reader.next('job_removed')).data).toEqual({ jobId: done })
    expect(reader.events.every(({ id }) => /^\d+$/.test(id))).toBe(true)
  })

  test('sends changes of another process to the owner and to admins only', async () => {
    const [person, stranger, admin] = [await owner(), await owner(), await signInAdmin(product)]
    const readers = await Promise.all([follow(person, { at: other }), follow(stranger), follow(admin, { at: other })])
    await Promise.all(readers.map((reader) => reader.next('system_stats')))
    const [own, foreign, all] = readers
    const job = await addJob(person)
    expect((await own?.next('job_update'))?.data).toMatchObject({ jobId: job })
    await vi.waitFor(() => expect(all?.events.some(({ data }) => data['jobId'] === job)).toBe(true))
    const mine = await addJob(stranger)
    expect((await foreign?.next('job_update'))?.data).toMatchObject({ jobId: mine })
    expect(foreign?.events.some(({ data }) => data['jobId'] === job)).toBe(false)
  })

  test('sends one job at most four times a second, and always its newest state', async () => {
    const person = await owner()
    const job = await addJob(person)
    const reader = await follow(person)
    await reader.next('system_stats')
    const begin = performance.now()
    for (let progress = 1; progress <= 80; progress += 1) {
      await setProgress(job, progress)
      await wait(10)
    }
    const updates = () => reader.events.filter(({ name }) => name === 'job_update')
    await vi.waitFor(() => expect(updates().at(-1)?.data).toMatchObject({ progress: 80 }), { timeout: 60_000 })
    const seconds = (performance.now() - begin) / 1000
    const sentUpTo = updates()
    expect(sentUpTo.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 2)
    const steps = sentUpTo.map(({ data }) => Number(data['progress']))
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
  })
})

/** A transaction of another suite on the same server may hold the horizon back, and what came after it is then sent again. */
const olderTransactionsEnd = (job: string) =>
  vi.waitFor(async () => {
    const { rows } = await database.query(
      'select changed_in < pg_snapshot_xmin(pg_current_snapshot()) as passed from job_changes where job_id = $1',
      [job],
    )
    expect(rows).toEqual([{ passed: true }])
  })

describe('resuming with the last id', () => {
  test('sends what was changed and deleted meanwhile, at any process', async () => {
    const person = await owner()
    const [ended, deleted, untouched] = [await addJob(person), await addJob(person), await addJob(person, 'COMPLETED')]
    await olderTransactionsEnd(untouched)
    const reader = await follow(person)
    const { id } = await reader.next('system_stats')
    reader.close()
    await database.query(`update jobs set status = 'FAILED', error_text = 'No.', error_cause = 'damaged' where id = $1`, [ended])
    await database.query('delete from videos where id = $1', [deleted])

    const again = await follow(person, { lastEventId: id, at: other })
    await again.next('system_stats')
    expect(again.events.find(({ data }) => data['jobId'] === ended)?.data).toMatchObject({ status: 'FAILED', error_cause: 'damaged' })
    expect(again.events.find(({ data }) => data['jobId'] === deleted)?.name).toBe('job_removed')
    expect(again.events.some(({ data }) => data['jobId'] === untouched)).toBe(false)
  })

  test('loses no change of a transaction that started before others and committed after them', async () => {
    const person = await owner()
    const [late, early] = [await addJob(person), await addJob(person)]
    const slow = new Client(product.databaseUrl)
    await slow.connect()
    onTestFinished(() => slow.end())
    await slow.query('begin')
    await slow.query('update jobs set progress = 55 where id = $1', [late])
    await setProgress(early, 66)
    const reader = await follow(person)
    const { id } = await reader.next('system_stats')
    reader.close()
    await slow.query('commit')
    await database.query(`update jobs set status = 'COMPLETED' where id = $1`, [late])
    const again = await follow(person, { lastEventId: id })
    await again.next('system_stats')
    expect(again.events.find(({ data }) => data['jobId'] === late)?.data).toMatchObject({ status: 'COMPLETED', progress: 55 })
  })

  test.each(['nonsense', '-1', '99999999999999999999999', '9223372036854775000'])(
    'an id that is none of ours (%s) is no harm',
    async (lastEventId) => {
      const person = await owner()
      const job = await addJob(person)
      const reader = await follow(person, { lastEventId })
      expect((await reader.next('job_update')).data).toMatchObject({ jobId: job })
    },
  )
})

describe('a stream ends', () => {
  test('with a sign-out at another process', async () => {
    const person = await owner()
    const reader = await follow(person)
    await reader.next('system_stats')
    await other.call('POST /auth/logout', { token: person.tokens.idToken })
    await reader.closed
  })

  test('when its user is deleted at another process', async () => {
    const person = await owner()
    const reader = await follow(person)
    await reader.next('system_stats')
    const admin = await signInAdmin(other)
    expect((await other.call(`DELETE /auth/users/${person.user.id}`, { token: admin.tokens.idToken })).status).toBe(200)
    await reader.closed
  })

  test('with its token, and not before', async () => {
    const person = await owner()
    const [short, long] = await Promise.all(['2s', '1h'].map((life) => tokenLike(person.tokens.idToken, 's'.repeat(32), life)))
    const [ending, staying] = [await follow({ tokens: { idToken: short ?? '' } }), await follow({ tokens: { idToken: long ?? '' } })]
    await Promise.all([ending.next('system_stats'), staying.next('system_stats')])
    await ending.closed
    const job = await addJob(person)
    await vi.waitFor(() => expect(staying.events.some(({ data }) => data['jobId'] === job)).toBe(true))
    expect((await product.call('GET /jobs/events', { token: short ?? '' })).status).toBe(401)
  })

  test('when its user becomes an admin, who then gets the events of everybody', async () => {
    const [person, stranger] = [await owner(), await owner()]
    const reader = await follow(person)
    await reader.next('system_stats')
    await database.query(`update users set groups = '{user,admin}' where id = $1`, [person.user.id])
    await reader.closed
    const again = await follow(person)
    await again.next('system_stats')
    const job = await addJob(stranger)
    await vi.waitFor(() => expect(again.events.some(({ data }) => data['jobId'] === job)).toBe(true))
  })

  test('at once when the server stops', async () => {
    const third = await startProduct({ SMTP_URL: mailbox.url, ROLE: 'api', AUTH_SECRET: 's'.repeat(32), DATABASE_URL: product.databaseUrl })
    const reader = await follow(await owner(), { at: third })
    await reader.next('system_stats')
    const stopping = third.stop()
    await reader.closed
    await stopping
  })
})

test('a lost listening connection loses no event', async () => {
  const person = await owner()
  const job = await addJob(person)
  const reader = await follow(person)
  await reader.next('system_stats')
  const newest = () => reader.events.findLast(({ name }) => name === 'job_update')?.data
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'video-forge live' and datname = current_database()`,
  )
  await setProgress(job, 33)
  await vi.waitFor(() => expect(newest()).toMatchObject({ jobId: job, progress: 33 }), { timeout: 60_000 })
  await setProgress(job, 44)
  await vi.waitFor(() => expect(newest()).toMatchObject({ jobId: job, progress: 44 }), { timeout: 60_000 })
})

test('the queue position moves up when other jobs leave the queue', async () => {
  const person = await owner()
  const [first, second] = [await addJob(person, 'PENDING'), await addJob(person, 'PENDING')]
  const reader = await follow(person)
  await reader.next('system_stats')
  const placeOf = (id: string) => reader.events.findLast(({ data }) => data['jobId'] === id)?.data['queue_position']
  const before = Number(placeOf(second))
  expect(before).toBe(Number(placeOf(first)) + 1)
  await database.query(`update jobs set status = 'CANCELLED' where id = $1`, [first])
  await vi.waitFor(() => expect(placeOf(second)).toBe(before - 1), { timeout: 60_000 })
})
