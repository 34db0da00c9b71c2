import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { newId } from '../platform/database/new-id.ts'
import { createDelivery } from './deliver.ts'

test('all that is owed is called in one round, however much it is', async () => {
  const { db, close } = await openTestDatabase()
  const called = new Set<string>()
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      called.add(JSON.parse(body).id)
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const delivery = createDelivery({ db, publicUrl: 'http://localhost', allowPrivate: true, log: silentLog })
  onTestFinished(async () => {
    await delivery.stop()
    receiver.close()
    await close()
  })
  const userId = newId()
  await sql`
    insert into users (id, username, username_key, email, email_key, groups)
    values (${userId}, 'h', 'h', 'h@example.com', 'h@example.com', '{user}')`.execute(db)
  await sql`insert into webhooks (user_id, url, secret) values (${userId}, ${url}, 'a secret')`.execute(db)
  await sql`
    insert into webhook_deliveries (id, user_id, event, payload)
    select gen_random_uuid(), ${userId}, 'job.completed', json_build_object('id', gen_random_uuid()) from generate_series(1, 65)`.execute(
    db,
  )

  await delivery.chore.run()
  await vi.waitFor(() => expect(called.size).toBe(65), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await db.selectFrom('webhook_deliveries').select('id').execute()).toEqual([]), { timeout: 60_000 })
})
