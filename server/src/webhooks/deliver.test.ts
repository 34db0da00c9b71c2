import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase } from '../../testing/services/test-database.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { newId } from '../platform/database/new-id.ts'
import { createDelivery } from './deliver.ts'
import { leaseDeliveries } from './lease-deliveries.ts'

/** A database, a delivery, and a receiver that remembers whose calls it got; `silent` ones are never answered. */
async function start(silent: ReadonlySet<string> = new Set()) {
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
      if (!silent.has(owner)) response.end()
    })
  }).listen(0)
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const delivery = createDelivery({ db, publicUrl: 'http://localhost', allowPrivate: true, log: silentLog })
  onTestFinished(async () => {
    await delivery.stop()
    receiver.closeAllConnections()
    receiver.close()
    await close()
  })
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
  const callsOf = (owner: string) => called.get(owner)?.size ?? 0
  return { db, delivery, owe, callsOf }
}

test('all that is owed is called in one round, however much it is', async () => {
  const { db, delivery, owe, callsOf } = await start()
  await owe('ada', 65)
  await owe('bob', 3)
  await delivery.task.run()
  await vi.waitFor(() => expect([callsOf('ada'), callsOf('bob')]).toEqual([65, 3]), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await db.selectFrom('webhook_deliveries').select('id').execute()).toEqual([]), { timeout: 60_000 })
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

test('of one owner and of one host only so many are taken at once, and owners take turns', async () => {
  const { db, owe } = await start()
  const nobody = { owners: new Map<string, number>(), hosts: new Map<string, number>() }
  const owners = async () =>
    new Map((await db.selectFrom('users').select(['id', 'username']).execute()).map((row) => [row.id, row.username]))
  await owe('ada', 30, 'one.example.com')
  await owe('bob', 2, 'Two.example.com')
  const names = await owners()
  const nameOf = ({ user_id }: { user_id: string }) => names.get(user_id)

  const first = await leaseDeliveries(db, 3, nobody)
  expect(first.map(nameOf).sort()).toEqual(['ada', 'ada', 'bob'])
  expect(new Set(first.map(({ host }) => host))).toEqual(new Set(['one.example.com', 'two.example.com']))
  const ada = first.find((owed) => nameOf(owed) === 'ada')?.user_id ?? ''
  const beside = await leaseDeliveries(db, 50, { ...nobody, owners: new Map([[ada, 2]]) })
  expect(beside.map(nameOf).sort()).toEqual(['ada', 'ada', 'bob'])
  expect(await leaseDeliveries(db, 50, { ...nobody, owners: new Map([[ada, 4]]) })).toEqual([])
  expect(await leaseDeliveries(db, 50, { ...nobody, hosts: new Map([['one.example.com', 15]]) })).toHaveLength(1)
  expect(await leaseDeliveries(db, 50, { ...nobody, hosts: new Map([['one.example.com', 16]]) })).toEqual([])

  for (let owner = 0; owner < 10; owner += 1) await owe(`crowd${owner}`, 5, 'crowd.example.com')
  const crowd = (await leaseDeliveries(db, 50, { ...nobody, owners: new Map([[ada, 4]]) })).map(({ user_id }) => user_id)
  expect([crowd.length, new Set(crowd).size]).toEqual([16, 10])
})

test('two processes never make the same call, and between them make all', async () => {
  const { db, delivery, owe, callsOf } = await start()
  const other = createDelivery({ db, publicUrl: 'http://localhost', allowPrivate: true, log: silentLog })
  onTestFinished(() => other.stop())
  for (const owner of ['ada', 'bob', 'cleo']) await owe(owner, 20)
  await Promise.all([delivery.task.run(), other.task.run()])
  await vi.waitFor(() => expect(['ada', 'bob', 'cleo'].map(callsOf)).toEqual([20, 20, 20]), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await db.selectFrom('webhook_deliveries').select('id').execute()).toEqual([]), { timeout: 60_000 })
})
