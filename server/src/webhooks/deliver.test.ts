import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits } from '@video-forge/contract/rules/limits'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase } from '../../testing/services/test-database.ts'
import { silentLog } from '../../testing/silent-log.ts'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { adoptDeliveries } from './adopt-deliveries.ts'
import { createDelivery } from './deliver.ts'
import { leaseDeliveries } from './lease-deliveries.ts'
import { type PauseNotice, webhookTasks } from './webhook-tasks.ts'

/** A database, a delivery, and a receiver that remembers whose calls it got; `silent` ones are never answered, `broken` ones with 500. */
async function start(silent: ReadonlySet<string> = new Set(), broken: ReadonlySet<string> = new Set()) {
  const { db, close } = await openTestDatabase()
  const called = new Map<string, Set<string>>()
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const owner = (request.url ?? '').slice(1)
      called.set(owner, (called.get(owner) ?? new Set()).add(JSON.parse(body).id))
      if (!silent.has(owner)) response.writeHead(broken.has(owner) ? 500 : 200).end(`thank you, ${owner}`)
    })
  }).listen(0)
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const delivery = createDelivery({ db, publicUrl: 'http://localhost', allowPrivate: true, mayShow: () => true, log: silentLog })
  onTestFinished(async () => {
    await delivery.stop()
    receiver.closeAllConnections()
    receiver.close()
    await close()
  })
  /** What a process of the version before writes. */
  const owe = async (owner: string, count: number, host = '127.0.0.1') => {
    const url = `http://${host}:${port}/${owner}`
    await sql`
      insert into users (id, username, username_key, email, email_key, groups)
      values (${newId()}, ${owner}, ${owner}, ${owner}, ${owner}, '{user}') on conflict do nothing`.execute(db)
    const { id } = await db.selectFrom('users').select('id').where('username', '=', owner).executeTakeFirstOrThrow()
    await sql`insert into webhooks (user_id, url, secret) values (${id}, ${url}, 'a secret') on conflict do nothing`.execute(db)
    await sql`
      insert into webhook_deliveries (id, user_id, event, payload)
      select gen_random_uuid(), ${id}, 'job.completed', json_build_object('id', gen_random_uuid()) from generate_series(1, ${count}::int)`.execute(
      db,
    )
  }
  const add = async (owner: string, path: string, host = '127.0.0.1'): Promise<string> => {
    const id = newId()
    await sql`
      insert into account_webhooks (id, user_id, url, secret, events)
      select ${id}, id, ${`http://${host}:${port}/${path}`}, 'a secret', '{*}' from users where username = ${owner}`.execute(db)
    return id
  }
  const oweTo = (hook: string, count: number) =>
    sql`
      insert into webhook_calls (id, webhook_id, event_id, event, payload, due_at)
      select gen_random_uuid(), ${hook}, gen_random_uuid(), 'job.completed', json_build_object('id', gen_random_uuid()), now()
      from generate_series(1, ${count}::int)`.execute(db)
  const callsOf = (owner: string) => called.get(owner)?.size ?? 0
  return { db, delivery, owe, add, oweTo, callsOf }
}

const waitingCalls = async (db: Db) => [
  ...(await db.selectFrom('webhook_deliveries').select('id').execute()),
  ...(await db.selectFrom('webhook_calls').select('id').where('due_at', 'is not', null).execute()),
]

test('all that is owed is called in one round, however much it is', async () => {
  const { db, delivery, owe, callsOf } = await start()
  await owe('ada', 65)
  await owe('bob', 3)
  await delivery.task.run()
  await vi.waitFor(() => expect([callsOf('ada'), callsOf('bob')]).toEqual([65, 3]), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await waitingCalls(db)).toEqual([]), { timeout: 60_000 })
})

test('a receiver that never answers delays nobody but its owner, whatever it is owed', async () => {
  const { delivery, owe, callsOf } = await start(new Set(['silent']))
  await owe('silent', 200)
  await owe('ada', 3, 'localhost')
  await delivery.task.run()
  await vi.waitFor(() => expect(callsOf('ada')).toBe(3), { timeout: 60_000 })
  // Nor what is owed later, while those calls are under way.
  await owe('bob', 2, 'localhost')
  await delivery.task.run()
  await vi.waitFor(() => expect(callsOf('bob')).toBe(2), { timeout: 60_000 })
  expect(callsOf('silent')).toBeLessThan(200)
})

test('many owners whose receivers are on one host that never answers delay nobody elsewhere', async () => {
  const silent = Array.from({ length: 30 }, (_, index) => `silent${index}`)
  const { delivery, owe, callsOf } = await start(new Set(silent))
  for (const owner of silent) await owe(owner, 5)
  await owe('ada', 1, 'localhost')
  await delivery.task.run()
  await vi.waitFor(() => expect(callsOf('ada')).toBe(1), { timeout: 60_000 })
})

test('of one webhook, owner and host only so many are taken at once, and webhooks take turns', async () => {
  const { db, owe } = await start()
  const nobody = { webhooks: new Map<string, number>(), owners: new Map<string, number>(), hosts: new Map<string, number>() }
  const lease = async (limit: number, running: Partial<typeof nobody> = {}) => {
    await adoptDeliveries(db)
    return leaseDeliveries(db, limit, { ...nobody, ...running })
  }
  await owe('ada', 30, 'one.example.com')
  await owe('bob', 2, 'Two.example.com')
  const names = new Map((await db.selectFrom('users').select(['id', 'username']).execute()).map((row) => [row.id, row.username]))
  const nameOf = ({ user_id }: { user_id: string }) => names.get(user_id)

  const first = await lease(3)
  expect(first.map(nameOf).sort()).toEqual(['ada', 'ada', 'bob'])
  expect(new Set(first.map(({ host }) => host))).toEqual(new Set(['one.example.com', 'two.example.com']))
  const { user_id: ada, webhook_id: hook } = first.find((owed) => nameOf(owed) === 'ada') ?? { user_id: '', webhook_id: '' }
  expect((await lease(50, { webhooks: new Map([[hook, 2]]) })).map(nameOf).sort()).toEqual(['ada', 'ada', 'bob'])
  expect(await lease(50, { webhooks: new Map([[hook, 4]]) })).toEqual([])
  expect(await lease(50, { owners: new Map([[ada, 7]]) })).toHaveLength(1)
  expect(await lease(50, { owners: new Map([[ada, 8]]) })).toEqual([])
  expect(await lease(50, { hosts: new Map([['one.example.com', 15]]) })).toHaveLength(1)
  expect(await lease(50, { hosts: new Map([['one.example.com', 16]]) })).toEqual([])

  for (let owner = 0; owner < 10; owner += 1) await owe(`crowd${owner}`, 5, 'crowd.example.com')
  const crowd = (await lease(50, { webhooks: new Map([[hook, 4]]) })).map(({ user_id }) => user_id)
  expect([crowd.length, new Set(crowd).size]).toEqual([16, 10])
})

test('the first call of each webhook of an owner comes before the second of any', async () => {
  const { db, owe, add, oweTo } = await start()
  await owe('ada', 0)
  const [busy, other] = [await add('ada', 'busy', 'one.example.com'), await add('ada', 'other', 'two.example.com')]
  await oweTo(busy, 10)
  await oweTo(other, 1)
  const nobody = { webhooks: new Map<string, number>(), owners: new Map<string, number>(), hosts: new Map<string, number>() }
  expect(new Set((await leaseDeliveries(db, 2, nobody)).map(({ webhook_id }) => webhook_id))).toEqual(new Set([busy, other]))
})

test('a receiver that never answers does not delay the other webhooks of its owner', async () => {
  const { delivery, owe, add, oweTo, callsOf } = await start(new Set(['slow']))
  await owe('ada', 0)
  const [slow, quick] = [await add('ada', 'slow', '127.0.0.1'), await add('ada', 'quick', 'localhost')]
  await oweTo(slow, 100)
  await oweTo(quick, 10)
  await delivery.task.run()
  await vi.waitFor(() => expect(callsOf('quick')).toBe(10), { timeout: 60_000 })
  expect(callsOf('slow')).toBeLessThanOrEqual(4)
})

test('the log has the request, the answer and the time, and ends at its limit', async () => {
  const { db, delivery, owe, add, oweTo } = await start()
  await owe('ada', 0)
  const hook = await add('ada', 'logged')
  await oweTo(hook, limits.webhookLogCalls + 5)
  await delivery.task.run()
  const ended = () => db.selectFrom('webhook_calls').selectAll().where('ended_at', 'is not', null).execute()
  const open = () => db.selectFrom('webhook_calls').select('id').where('due_at', 'is not', null).execute()
  await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 60_000 })
  const log = await ended()
  expect(log).toHaveLength(limits.webhookLogCalls)
  expect(log[0]).toMatchObject({
    attempts: 1,
    status: 200,
    error: null,
    answer: 'thank you, logged',
    duration_ms: expect.any(Number),
    request: { url: expect.stringMatching(/logged$/), headers: { 'Video-Forge-Signature': expect.stringMatching(/^t=\d+,v1=/) } },
  })
  expect(JSON.parse(log[0]?.request?.body ?? '')).toMatchObject({ event: 'job.completed', job: { id: expect.any(String) } })
})

/** Makes all waiting calls of a webhook due, as their last attempt. */
const lastAttempt = (db: Db, hook: string) =>
  sql`update webhook_calls set attempts = 5, due_at = now() where webhook_id = ${hook} and due_at is not null`.execute(db)

test('after twenty calls in a row that were given up a webhook is paused and its owner gets one mail; nothing waits for it', async () => {
  const { db, delivery, owe, add, oweTo, callsOf } = await start(new Set(), new Set(['broken']))
  await owe('ada', 0)
  const hook = await add('ada', 'broken')
  const state = () => db.selectFrom('account_webhooks').selectAll().where('id', '=', hook).executeTakeFirstOrThrow()
  const sent: PauseNotice[] = []
  const [end, , notify] = webhookTasks({ db, sendNotice: async (notice) => void sent.push(notice), log: silentLog })
  await oweTo(hook, limits.webhookPauseCalls - 1)
  await lastAttempt(db, hook)
  await delivery.task.run()
  await vi.waitFor(async () => expect((await state()).failures).toBe(limits.webhookPauseCalls - 1), { timeout: 60_000 })
  expect((await state()).paused_at).toBeNull()
  await oweTo(hook, 1)
  await lastAttempt(db, hook)
  await delivery.task.run()
  await vi.waitFor(async () => expect(await state()).toMatchObject({ pause_cause: 'failing', needs_notice: true }), { timeout: 60_000 })

  await oweTo(hook, 3)
  await delivery.task.run()
  await end?.run()
  await notify?.run()
  await notify?.run()
  expect(sent).toMatchObject([{ webhookId: hook, cause: 'failing', lastError: 'The receiver answered with status 500.' }])
  expect(callsOf('broken')).toBe(limits.webhookPauseCalls)
  const refused = await db.selectFrom('webhook_calls').select(['due_at', 'error']).where('attempts', '=', 0).execute()
  expect(refused).toEqual(Array.from({ length: 3 }, () => ({ due_at: null, error: 'The webhook was paused.' })))
})

test('a few failures over three days pause a webhook too, and a success between them counts anew', async () => {
  const { db, delivery, owe, add, oweTo } = await start(new Set(), new Set(['broken']))
  await owe('ada', 0)
  const hook = await add('ada', 'broken')
  const state = () => db.selectFrom('account_webhooks').selectAll().where('id', '=', hook).executeTakeFirstOrThrow()
  const fail = async (failures: number) => {
    await oweTo(hook, 1)
    await lastAttempt(db, hook)
    await delivery.task.run()
    await vi.waitFor(async () => expect((await state()).failures).toBe(failures), { timeout: 60_000 })
  }
  await fail(1)
  await sql`update account_webhooks set failing_since = now() - interval '4 days' where id = ${hook}`.execute(db)
  await fail(2)
  expect((await state()).paused_at).toBeNull()
  const broken = (await state()).url
  await sql`update account_webhooks set url = replace(url, 'broken', 'works') where id = ${hook}`.execute(db)
  await oweTo(hook, 1)
  await delivery.task.run()
  await vi.waitFor(async () => expect(await state()).toMatchObject({ failures: 0, failing_since: null }), { timeout: 60_000 })
  await sql`update account_webhooks set url = ${broken}, failures = 2, failing_since = now() - interval '4 days' where id = ${hook}`.execute(
    db,
  )
  await fail(3)
  expect((await state()).pause_cause).toBe('failing')
})

test('a webhook with ten thousand waiting calls is paused, and the change itself succeeds', async () => {
  const { db, owe, add, oweTo } = await start()
  await owe('ada', 0)
  const hook = await add('ada', 'late')
  await oweTo(hook, 10_000)
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await sql`insert into videos (id, user_id, title, visibility, status) values (${newId()}, ${id}, 'New', 'private', 'processing')`.execute(
    db,
  )
  const paused = await db.selectFrom('account_webhooks').select(['pause_cause', 'needs_notice']).where('id', '=', hook).execute()
  expect(paused).toEqual([{ pause_cause: 'behind', needs_notice: true }])
})

test('a process of the version before and this one keep the same first webhook', async () => {
  const { db, owe, add } = await start()
  await owe('ada', 0)
  const { id: user } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const former = async () => (await db.selectFrom('webhooks').select('url').execute()).map(({ url }) => url)
  const ours = async () => (await db.selectFrom('account_webhooks').select('url').orderBy('created_at').execute()).map(({ url }) => url)
  const [first = ''] = await ours()
  expect(await former()).toEqual([first])
  await add('ada', 'second')
  const [, second = ''] = await ours()
  // The statement of the version before.
  await sql`insert into webhooks (user_id, url, secret) values (${user}, 'https://old.example.com', 'x')
    on conflict (user_id) do update set url = excluded.url`.execute(db)
  expect(await ours()).toEqual(['https://old.example.com', second])
  await sql`update account_webhooks set url = 'https://new.example.com' where url = 'https://old.example.com'`.execute(db)
  expect(await former()).toEqual(['https://new.example.com'])
  await sql`delete from webhooks where user_id = ${user}`.execute(db)
  expect([await ours(), await former()]).toEqual([[second], [second]])
  await sql`delete from account_webhooks where url = ${second}`.execute(db)
  expect([await ours(), await former()]).toEqual([[], []])
})

test('two processes never make the same call, and between them make all', async () => {
  const { db, delivery, owe, callsOf } = await start()
  const other = createDelivery({ db, publicUrl: 'http://localhost', allowPrivate: true, log: silentLog })
  onTestFinished(() => other.stop())
  for (const owner of ['ada', 'bob', 'cleo']) await owe(owner, 20)
  await Promise.all([delivery.task.run(), other.task.run()])
  await vi.waitFor(() => expect(['ada', 'bob', 'cleo'].map(callsOf)).toEqual([20, 20, 20]), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await waitingCalls(db)).toEqual([]), { timeout: 60_000 })
})

test('a failed call and the deletion of its account at the same time both end', async () => {
  const { db, delivery, owe } = await start(new Set(), new Set(['gone']))
  await owe('gone', 1)
  const warn = vi.spyOn(silentLog, 'warn')
  onTestFinished(() => warn.mockRestore())
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows).toHaveLength(1)
  }
  await db.transaction().execute(async (deletion) => {
    await sql`select from users where username = 'gone' for update`.execute(deletion)
    await delivery.task.run()
    await vi.waitFor(isWaiting, { timeout: 60_000, interval: 20 })
    await sql`delete from users where username = 'gone'`.execute(deletion)
  })
  await delivery.stop()
  // A transaction that was ended because two waited for each other.
  expect(warn).not.toHaveBeenCalled()
  expect((await sql`select from account_webhooks`.execute(db)).rows).toEqual([])
})
