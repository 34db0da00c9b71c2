import { createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { newUser } from '../../testing/people.ts'
import { startProduct } from '../../testing/product.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'
import { connectSql } from '../../testing/services/sql-client.ts'
import { openReceiver } from '../../testing/services/webhook-receiver.ts'
import { newId } from '../platform/database/new-id.ts'

const { product, mailbox } = await startProductWithMail({ ALLOW_PRIVATE_SOURCES: 'true', TICK_MS: '200' })
const database = await connectSql(product)

const owner = async () => {
  const person = await newUser(product, mailbox)
  const call = (key: string, body?: object) => product.call(key, { token: person.tokens.idToken, ...(body && { body }) })
  return { ...person, call }
}

/** A job that only the database knows of, so that no worker takes it. */
async function addJob(userId: string): Promise<string> {
  const id = newId()
  await database.query(`insert into videos (id, user_id, title, visibility, status) values ($1, $2, 'My clip', 'public', 'processing')`, [
    id,
    userId,
  ])
  await database.query(
    `insert into jobs (id, user_id, input_source, output_formats, status, queued_at)
     values ($1, $2, 'x', '{480p}', 'PROCESSING', now() + interval '1 hour')`,
    [id, userId],
  )
  return id
}
const end = (id: string, status: string) => database.query('update jobs set status = $2 where id = $1', [id, status])
const owed = async (userId: string) =>
  (
    await database.query<{ attempts: number; wait: number }>(
      `select attempts, extract(epoch from due_at - now())::float as wait from webhook_deliveries where user_id = $1
       union all select attempts, extract(epoch from due_at - now())::float
         from webhook_calls join account_webhooks on account_webhooks.id = webhook_id where user_id = $1 and due_at is not null`,
      [userId],
    )
  ).rows
const ofUser = 'due_at is not null and webhook_id in (select id from account_webhooks where user_id = $1)'
const isDue = (userId: string) => database.query(`update webhook_calls set due_at = now() where ${ofUser}`, [userId])

describe('the settings', () => {
  test('are the own, and the secret is shown once', async () => {
    const [person, stranger, receiver] = [await owner(), await owner(), await openReceiver()]
    expect((await person.call('GET /account/webhook')).body['webhook']).toBeNull()
    const made = await person.call('PUT /account/webhook', { url: receiver.url })
    expect(made.body).toMatchObject({ webhook: { url: receiver.url, last: null }, secret: expect.stringMatching(/^whsec_.{32}$/) })
    expect(JSON.stringify((await person.call('GET /account/webhook')).body)).not.toContain('whsec_')
    expect((await person.call('PUT /account/webhook', { url: `${receiver.url}2` })).body['secret']).toBeNull()
    expect((await stranger.call('GET /account/webhook')).body['webhook']).toBeNull()
    expect((await stranger.call('POST /account/webhook/test')).status).toBe(404)
    expect((await person.call('DELETE /account/webhook')).body['result']).toEqual({ removed: true })
    expect((await person.call('GET /account/webhook')).body['webhook']).toBeNull()
  })

  test.each(['', 'ftp://example.com', 'example.com', 'https://name:word@example.com', 'https://exa mple.com'])(
    'refuse the address %j',
    async (url) => {
      const answer = await (await owner()).call('PUT /account/webhook', { url })
      expect([answer.status, answer.body.message]).toEqual([400, 'Please enter a web address that starts with https:// or http://'])
    },
  )

  test('a test call is signed with the time, and its outcome is shown', async () => {
    const [person, receiver] = [await owner(), await openReceiver()]
    const secret = 'a secret of my own'
    await person.call('PUT /account/webhook', { url: receiver.url, secret })
    const good = await person.call('POST /account/webhook/test')
    expect(good.body['webhook']).toMatchObject({ last: { event: 'test', status: 200, error: null } })
    const [call] = receiver.received
    const { t, v1 } = /^t=(?<t>\d+),v1=(?<v1>[0-9a-f]{64})$/.exec(String(call?.headers['video-forge-signature']))?.groups ?? {}
    expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60)
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${call?.body}`).digest('hex'))

    receiver.status = 302
    const moved = await person.call('POST /account/webhook/test')
    expect(moved.body['webhook']).toMatchObject({ last: { status: 302, error: 'The receiver answered with status 302.' } })
    expect(receiver.received).toHaveLength(2)
  })
})

test.each(['COMPLETED', 'FAILED', 'CANCELLED'])('a job that ends %s calls its owner and nobody else, once', async (status) => {
  const [person, stranger, receiver, other] = [await owner(), await owner(), await openReceiver(), await openReceiver()]
  await person.call('PUT /account/webhook', { url: receiver.url })
  await stranger.call('PUT /account/webhook', { url: other.url })
  const job = await addJob(person.user.id)
  await database.query('update jobs set progress = 50 where id = $1', [job])
  await end(job, status)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 60_000 })
  expect(receiver.bodies()[0]).toMatchObject({
    id: expect.any(String),
    event: `job.${status.toLowerCase()}`,
    job: { id: job, title: 'My clip', status, url: expect.stringContaining(`/jobs/${job}`) },
  })
  await vi.waitFor(async () => expect(await owed(person.user.id)).toEqual([]))
  expect(other.received).toEqual([])
})

test('captions that were made call the owner, with the video', async () => {
  const [person, receiver] = [await owner(), await openReceiver()]
  await person.call('PUT /account/webhook', { url: receiver.url })
  const id = await addJob(person.user.id)
  await database.query(
    `insert into captions (id, video_id, language, label, source, content, bytes)
     values (gen_random_uuid(), $1, 'en', 'English', 'automatic', 'WEBVTT', 6)`,
    [id],
  )
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 60_000 })
  expect(receiver.bodies()[0]).toEqual({
    id: expect.any(String),
    event: 'caption.ready',
    created_at: expect.any(String),
    job: { id, title: 'My clip', url: expect.stringContaining(`/jobs/${id}`) },
    caption: { id: expect.any(String), language: 'en', label: 'English', source: 'automatic' },
  })
})

test('what does not arrive is tried again, later each time, and given up after the sixth', { timeout: 90_000 }, async () => {
  const [person, receiver] = [await owner(), await openReceiver()]
  receiver.status = 500
  await person.call('PUT /account/webhook', { url: receiver.url })
  await end(await addJob(person.user.id), 'COMPLETED')
  const waits: number[] = []
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await vi.waitFor(
      async () => {
        const [row] = await owed(person.user.id)
        // Until its outcome is written down the call is only lent to a worker, for two minutes.
        const isLent = row !== undefined && row.wait > 90 && row.wait <= 120
        if (receiver.received.length !== attempt || row?.attempts !== attempt || isLent) {
          throw new Error(`${receiver.received.length} ${JSON.stringify(row)}`)
        }
        waits.push(row.wait)
      },
      { timeout: 60_000, interval: 20 },
    )
    // The ones in between are like these, and each would take another round.
    if (attempt === 3) await database.query(`update webhook_calls set attempts = 5 where ${ofUser}`, [person.user.id])
    await isDue(person.user.id)
  }
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  await vi.waitFor(async () => expect(await owed(person.user.id)).toEqual([]), { timeout: 60_000 })
  expect(receiver.received).toHaveLength(4)
  expect(new Set(receiver.bodies().map(({ id }) => id)).size).toBe(1)
  expect((await person.call('GET /account/webhook')).body['webhook']).toMatchObject({ last: { status: 500 }, waiting: 0 })
})

test('an address inside a private network is not called', async () => {
  const guarded = await startProduct({ SMTP_URL: mailbox.url, DATABASE_URL: product.databaseUrl, ROLE: 'api' })
  onTestFinished(() => guarded.stop())
  const receiver = await openReceiver()
  const person = await newUser(guarded, mailbox)
  for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
    await guarded.call('PUT /account/webhook', { token: person.tokens.idToken, body: { url } })
    const { body } = await guarded.call('POST /account/webhook/test', { token: person.tokens.idToken })
    expect(body['webhook']).toMatchObject({ last: { status: null, error: expect.stringContaining('private network') } })
  }
  expect(receiver.received).toEqual([])
})
