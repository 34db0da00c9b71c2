import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseAt } from '../../testing/services/database-at.ts'
import { addJob, addUser, openSite, type Site } from '../../testing/site.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { leaseWork } from './reencode-ledger.ts'

let site: Site
let database: Database
beforeAll(async () => {
  site = await openSite({ ROLE: 'api' })
  database = await databaseAt(site.product.databaseUrl)
})
afterAll(async () => {
  await database.close()
  await site.stop()
})
beforeEach(async () => void (await site.sql.query('delete from videos')))

async function addRow(values: { status?: string; leasedUntil?: string | null } = {}): Promise<string> {
  const { status = 'waiting', leasedUntil = null } = values
  const job = await addJob(site, { userId: await addUser(site), status: 'COMPLETED', assets: { TRANSCODE_480: 900 } })
  const id = newId()
  await site.sql.query(
    `insert into reencodes (id, job_id, asset_id, format, codec, status, bytes_before, folder, lease, leased_until)
     select $1, job_id, id, '480p', 'av1', $3, 900, 'videos/x/', case when $4::text is null then null else id end, now() + $4::interval
     from assets where job_id = $2`,
    [id, job, status, leasedUntil],
  )
  return id
}

const row = async (id: string) => (await site.sql.query('select * from reencodes where id = $1', [id])).rows[0]

test('takes the lease of a killed worker, and looks only at work that is open', async () => {
  const [killed, ended] = [await addRow({ leasedUntil: '-1 second' }), await addRow({ status: 'published', leasedUntil: '-1 second' })]
  expect((await leaseWork(database.db))?.id).toBe(killed)
  expect((await row(ended)).lease).not.toBeNull()
  expect(await leaseWork(database.db)).toBeUndefined()
})
