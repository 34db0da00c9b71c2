import { randomUUID } from 'node:crypto'
import { limits } from '@video-forge/contract/rules/limits'
import type { WebhookPattern } from '@video-forge/contract/rules/webhook-rules'
import type { AccountWebhook, WebhookDelivery } from '@video-forge/contract/webhooks/account-webhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newUser, type Session } from '../../testing/people.ts'
import { openReceiver } from '../../testing/services/webhook-receiver.ts'
import { addJob, openSite, type Site } from '../../testing/site.ts'

let site: Site
let owner: Session
let stranger: Session
beforeAll(async () => {
  site = await openSite({ ALLOW_PRIVATE_SOURCES: 'true', TICK_MS: '200' })
  owner = await newUser(site.product, site.mailbox)
  stranger = await newUser(site.product, site.mailbox)
})
afterAll(() => site.stop())

const call = (key: string, body?: unknown, { tokens } = owner) =>
  site.product.call(key, { token: tokens.idToken, ...(body !== undefined && { body }) })

interface Made {
  webhook: AccountWebhook
  secret: string | null
}

async function add(url: string, events?: WebhookPattern[], session = owner): Promise<Made> {
  const { status, body } = await call('POST /account/webhooks', { url, ...(events && { events }) }, session)
  expect(status, JSON.stringify(body)).toBe(201)
  return body as unknown as Made
}
const remove = (id: string) => call(`DELETE /account/webhooks/${id}`)
const logOf = async (id: string) => (await call(`GET /account/webhooks/${id}/deliveries`)).body['deliveries'] as WebhookDelivery[]
const settled = (id: string, count: number) =>
  vi.waitFor(
    async () => {
      const log = await logOf(id)
      expect(log.filter(({ state }) => state !== 'waiting')).toHaveLength(count)
      return log
    },
    { timeout: 60_000 },
  )
/** The waiting events of a webhook, before a worker takes them. */
const owedTo = async (id: string) =>
  (await site.sql.query('select event, payload from webhook_calls where webhook_id = $1 order by created_at', [id])).rows

describe('a forged cursor is refused', () => {
  const forged = (...parts: string[]) => Buffer.from(JSON.stringify([...parts, randomUUID()])).toString('base64url')
  test.each(['foo 2001', '1', '2001 (x)', '+275760-09-13', '2026-02-31T00:00:00Z'])('with %s instead of a time', async (time) => {
    const { webhook } = await add('https://example.com/cursor')
    const { status, body } = await call(`GET /account/webhooks/${webhook.id}/deliveries?cursor=${forged('deliveries', time)}`)
    await remove(webhook.id)
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'INVALID_INPUT' })
  })
  test.each(['1e300', '-1e300', '1.5'])('with %s instead of a number', async (number) => {
    const { status } = await call(`GET /jobs?sort=progress&cursor=${forged('progress', number, '2026-01-01T00:00:00Z')}`)
    expect(status).not.toBe(500)
  })
})

test.each(['http://[::1', 'http://%zz/', 'http://a:99999/', 'http://user:secret@example.com/'])(
  '%s is no address for calls',
  async (url) => {
    expect((await call('POST /account/webhooks', { url })).status).toBe(400)
  },
)

describe('the list', () => {
  test('has several webhooks with their own events and secrets, which are shown once', async () => {
    const first = await add('https://example.com/one', ['job.completed', 'job.*', 'caption.ready'])
    const second = await add('https://example.com/two')
    expect(first).toMatchObject({
      webhook: { url: 'https://example.com/one', events: ['job.*', 'caption.ready'], pausedAt: null, last: null },
    })
    expect(second.webhook.events).toEqual(['*'])
    expect(first.secret).toMatch(/^whsec_.{32}$/)
    expect(second.secret).not.toBe(first.secret)
    const { body } = await call('GET /account/webhooks')
    expect(body['webhooks']).toMatchObject([{ id: first.webhook.id }, { id: second.webhook.id }])
    expect(JSON.stringify(body)).not.toContain('whsec_')

    expect((await call('GET /account/webhook')).body['webhook']).toMatchObject({ url: 'https://example.com/one' })
    await call('PUT /account/webhook', { url: 'https://example.com/changed' })
    expect((await call(`GET /account/webhooks/${first.webhook.id}`)).body['webhook']).toMatchObject({
      url: 'https://example.com/changed',
      events: ['job.*', 'caption.ready'],
    })
    await call('DELETE /account/webhook')
    expect((await call('GET /account/webhook')).body['webhook']).toMatchObject({ url: 'https://example.com/two' })
    expect((await remove(second.webhook.id)).body['result']).toEqual({ removed: true })
    expect((await call('GET /account/webhook')).body['webhook']).toBeNull()
  })

  test('can be changed, paused and resumed, and a secret replaced', async () => {
    const { webhook, secret } = await add('https://example.com/one')
    const at = `/account/webhooks/${webhook.id}`
    const changed = await call(`PATCH ${at}`, { url: 'https://example.com/other', events: ['video.*'] })
    expect(changed.body['webhook']).toMatchObject({ url: 'https://example.com/other', events: ['video.*'] })
    expect((await call(`PATCH ${at}`, { isPaused: true })).body['webhook']).toMatchObject({
      pausedAt: expect.any(String),
      pauseCause: 'owner',
    })
    expect((await call(`PATCH ${at}`, { isPaused: false })).body['webhook']).toMatchObject({ pausedAt: null, pauseCause: null })
    expect((await call(`PATCH ${at}`, {})).status).toBe(200)
    const fresh = (await call(`POST ${at}/secret`)).body['secret']
    expect(fresh).toMatch(/^whsec_/)
    expect(fresh).not.toBe(secret)
    await remove(webhook.id)
  })

  test('refuses what is no address or no event with a sentence', async () => {
    const url = 'https://example.com/hook'
    const event = 'Choose at least one event, such as job.completed, video.* or *.'
    const refusals: [object, string][] = [
      [{}, 'Please enter a web address that starts with https:// or http://'],
      [{ url: 'ftp://example.com' }, 'Please enter a web address that starts with https:// or http://'],
      [{ url, events: [] }, event],
      [{ url, events: ['job.exploded'] }, event],
      [{ url, events: '*' }, expect.any(String)],
      [{ url, secret: 'short' }, 'A secret must have 16 to 200 characters'],
    ]
    for (const [body, message] of refusals) {
      const answer = await call('POST /account/webhooks', body)
      expect([body, answer.status, answer.body.message]).toEqual([body, 400, message])
    }
  })

  test('ends at its limit, even if many are asked for at once', async () => {
    const person = await newUser(site.product, site.mailbox)
    await site.sql.query(
      `insert into account_webhooks (id, user_id, url, secret, events)
       select gen_random_uuid(), $1, 'https://example.com', 'x', '{*}' from generate_series(1, $2::int)`,
      [person.user.id, limits.webhooksPerUser - 1],
    )
    const ask = () => call('POST /account/webhooks', { url: 'https://example.com/more' }, person)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test("nobody sees, changes or calls another person's webhook", async () => {
    const receiver = await openReceiver()
    const { webhook } = await add(receiver.url)
    const at = `/account/webhooks/${webhook.id}`
    const tested = (await call(`POST ${at}/test`)).body['delivery'] as WebhookDelivery
    expect((await call('GET /account/webhooks', undefined, stranger)).body['webhooks']).toEqual([])
    for (const [key, body] of [
      [`GET ${at}`],
      [`PATCH ${at}`, { url: 'https://example.com' }],
      [`DELETE ${at}`],
      [`POST ${at}/secret`],
      [`POST ${at}/test`],
      [`GET ${at}/deliveries`],
      [`GET ${at}/deliveries/${tested.id}`],
      [`POST ${at}/deliveries/${tested.id}/redeliver`],
    ] as const) {
      const answer = await call(key, body, stranger)
      expect([key, answer.status, answer.body.message]).toEqual([key, 404, 'There is no such webhook.'])
    }
    // Nor the delivery of one webhook through another.
    const theirs = await add('https://example.com', ['job.*'], stranger)
    const through = await call(`GET /account/webhooks/${theirs.webhook.id}/deliveries/${tested.id}`, undefined, stranger)
    expect([through.status, through.body.message]).toEqual([404, 'There is no such delivery.'])
    expect(receiver.received).toHaveLength(1)
    await remove(webhook.id)
  })
})

describe('events', () => {
  const silent = 'https://receiver.invalid/hook'
  const video = async () => addJob(site, { userId: owner.user.id, status: 'PENDING', title: 'Sea' })

  test('reach the webhooks that chose them, and each its own way', async () => {
    const [jobs, videos] = [await openReceiver(), await openReceiver()]
    const both = [await add(jobs.url, ['job.*']), await add(videos.url, ['video.ready', 'video.deleted'])]
    const id = await video()
    await site.sql.query(`update jobs set status = 'COMPLETED' where id = $1`, [id])
    await site.sql.query(`update videos set status = 'ready' where id = $1`, [id])
    await call(`DELETE /gallery/videos/${id}`)
    await vi.waitFor(() => expect([jobs.received, videos.received].map(({ length }) => length)).toEqual([2, 2]), { timeout: 60_000 })
    expect(
      jobs
        .bodies()
        .map(({ event, job }) => [event, job.id])
        .sort(),
    ).toEqual([
      ['job.completed', id],
      ['job.created', id],
    ])
    const ready = videos.bodies().find(({ event }) => event === 'video.ready')
    expect(ready).toMatchObject({ video: { id, title: 'Sea', visibility: 'public', url: expect.stringContaining(`/video/${id}`) } })
    expect(videos.bodies().some(({ event }) => event === 'video.deleted')).toBe(true)
    for (const { webhook } of both) await remove(webhook.id)
  })

  test('of changes that follow each other are one call with the last state', async () => {
    const { webhook } = await add(silent, ['video.updated', 'caption.updated'])
    const id = await video()
    await call(`PATCH /gallery/videos/${id}`, { title: 'One' })
    await call(`PATCH /gallery/videos/${id}`, { title: 'Two' })
    await site.sql.query('update videos set view_count = view_count + 1 where id = $1', [id])
    expect(await owedTo(webhook.id)).toMatchObject([{ event: 'video.updated', payload: { id, title: 'Two' } }])
    for (const language of ['de', 'fr']) {
      const content = 'WEBVTT\n\n00:01.000 --> 00:02.000\nMine'
      const { body } = await call(`POST /gallery/videos/${id}/captions`, { language, content })
      const { id: caption } = body['caption'] as { id: string }
      for (const label of ['A', 'B']) await call(`PATCH /gallery/videos/${id}/captions/${caption}`, { label })
    }
    const captions = (await owedTo(webhook.id)).slice(1).map(({ payload }) => [payload.caption.language, payload.caption.label])
    expect(captions.sort()).toEqual([
      ['de', 'B'],
      ['fr', 'B'],
    ])
    await remove(webhook.id)
  })

  test('have the tags in the spelling of their owner, and beside them in lower case', async () => {
    const receiver = await openReceiver()
    const { webhook } = await add(receiver.url, ['video.updated'])
    const id = await video()
    const nextAfter = async (change: () => Promise<unknown>) => {
      const before = receiver.received.length
      await change()
      // Changes wait some seconds for others.
      await site.sql.query('update webhook_calls set due_at = now() where webhook_id = $1 and due_at is not null', [webhook.id])
      await vi.waitFor(() => expect(receiver.received).toHaveLength(before + 1), { timeout: 60_000 })
      const { tags, lower_case_tags, tag_names } = receiver.bodies().at(-1)?.video ?? {}
      return { tags, lower_case_tags, tag_names }
    }
    const patch = (tags: string[]) => () => call(`PATCH /gallery/videos/${id}`, { tags })
    expect(await nextAfter(patch(['Café Noir', 'NASA']))).toEqual({ tags: ['Café Noir', 'NASA'], lower_case_tags: ['café noir', 'nasa'] })
    // A change of the spelling alone is one.
    expect(await nextAfter(patch(['Café noir', 'NASA']))).toEqual({ tags: ['Café noir', 'NASA'], lower_case_tags: ['café noir', 'nasa'] })
    // As a process of the version before writes it, which knows no spellings.
    const byFormer = () => site.sql.query(`update videos set tags = '{sea,nasa}' where id = $1`, [id])
    expect(await nextAfter(byFormer)).toEqual({ tags: ['sea', 'NASA'], lower_case_tags: ['sea', 'nasa'] })
    await remove(webhook.id)
  })

  test('are not collected while a webhook is paused, and not lost or repeated by an unfinished transaction', async () => {
    const { webhook } = await add(silent, ['video.created'])
    await site.sql.query('begin')
    await video()
    await site.sql.query('rollback')
    expect(await owedTo(webhook.id)).toEqual([])
    await call(`PATCH /account/webhooks/${webhook.id}`, { isPaused: true })
    await video()
    expect(await owedTo(webhook.id)).toEqual([])
    await call(`PATCH /account/webhooks/${webhook.id}`, { isPaused: false })
    const id = await video()
    expect(await owedTo(webhook.id)).toMatchObject([{ event: 'video.created', payload: { id } }])
    await remove(webhook.id)
  })

  test('of a deleted account end with it', async () => {
    const person = await newUser(site.product, site.mailbox)
    const { webhook } = await add(silent, ['*'], person)
    await addJob(site, { userId: person.user.id, status: 'COMPLETED' })
    expect((await call('DELETE /auth/account', { password: 'Secret-Pass-1' }, person)).status).toBe(200)
    expect(await owedTo(webhook.id)).toEqual([])
    expect((await site.sql.query('select from webhooks where user_id = $1', [person.user.id])).rowCount).toBe(0)
  })
})

describe('the log', () => {
  test('shows request and result of a call, pages, and sends it again with the same id', async () => {
    const receiver = await openReceiver()
    const { webhook } = await add(receiver.url, ['video.created'])
    const at = `/account/webhooks/${webhook.id}`
    receiver.status = 503
    await addJob(site, { userId: owner.user.id, status: 'PENDING' })
    await vi.waitFor(async () => expect(await logOf(webhook.id)).toMatchObject([{ state: 'waiting', status: 503 }]), { timeout: 60_000 })
    expect((await call(`GET ${at}`)).body['webhook']).toMatchObject({ waiting: 1, last: { status: 503 } })
    await site.sql.query('update webhook_calls set attempts = 5, due_at = now() where webhook_id = $1', [webhook.id])
    const [failed] = await settled(webhook.id, 1)
    expect(failed).toMatchObject({ event: 'video.created', state: 'failed', attempts: 6, error: 'The receiver answered with status 503.' })

    receiver.status = 200
    const again = await call(`POST ${at}/deliveries/${failed?.id}/redeliver`)
    expect([again.status, again.body['delivery']]).toMatchObject([202, { state: 'waiting', attempts: 0 }])
    const [sent] = await settled(webhook.id, 2)
    expect(sent).toMatchObject({ state: 'delivered', status: 200, error: null, durationMs: expect.any(Number) })
    const [first, , last] = receiver.bodies()
    expect(last).toEqual(first)

    const { delivery } = (await call(`GET ${at}/deliveries/${sent?.id}`)).body as {
      delivery: { request: { body: string; headers: object } }
    }
    expect(JSON.parse(delivery.request.body)).toEqual(last)
    expect(delivery.request.headers).toMatchObject({ 'Video-Forge-Signature': expect.stringMatching(/^t=/) })
    // A receiver in a private network may be called here, but what it answers is not for everybody.
    expect(delivery).toMatchObject({ answer: null })

    const page = (await call(`GET ${at}/deliveries?limit=1`)).body
    expect(page['deliveries']).toMatchObject([{ id: sent?.id }])
    const next = (await call(`GET ${at}/deliveries?limit=1&cursor=${page['nextCursor']}`)).body
    expect([next['deliveries'], next['nextCursor']]).toMatchObject([[{ id: failed?.id }], null])

    await call(`PATCH ${at}`, { isPaused: true })
    const refused = await call(`POST ${at}/deliveries/${failed?.id}/redeliver`)
    expect([refused.status, refused.body.message]).toEqual([409, 'This webhook is paused. Resume it first.'])
    expect((await call(`POST ${at}/deliveries/${randomUUID()}/redeliver`)).status).toBe(404)
    await remove(webhook.id)
  })

  test('has tests too, also of a paused webhook', async () => {
    const receiver = await openReceiver()
    const { webhook } = await add(receiver.url)
    await call(`PATCH /account/webhooks/${webhook.id}`, { isPaused: true })
    const { body } = await call(`POST /account/webhooks/${webhook.id}/test`)
    expect(body['delivery']).toMatchObject({ event: 'test', state: 'delivered', status: 200, attempts: 1 })
    expect(body['webhook']).toMatchObject({ last: { event: 'test', status: 200 }, pauseCause: 'owner' })
    expect(receiver.bodies()).toMatchObject([{ event: 'test', job: null }])
    await remove(webhook.id)
  })
})

test('a webhook that is paused after failures gets its owner a mail with the way to resume it', async () => {
  const { webhook } = await add('https://receiver.invalid/hook')
  await site.sql.query(
    `update account_webhooks set paused_at = now(), pause_cause = 'failing', needs_notice = true, last_error = 'It failed.' where id = $1`,
    [webhook.id],
  )
  const { text } = await vi.waitFor(
    async () => {
      const mail = await site.mailbox.mailTo(owner.user.email)
      expect(mail.text).toContain('was paused')
      return mail
    },
    { timeout: 60_000 },
  )
  expect(text).toContain('https://receiver.invalid/hook')
  expect(text).toContain('It failed.')
  expect(text).toContain(`/account/webhooks/${webhook.id}`)
  const resumed = await call(`PATCH /account/webhooks/${webhook.id}`, { isPaused: false })
  expect(resumed.body['webhook']).toMatchObject({ pausedAt: null })
})
