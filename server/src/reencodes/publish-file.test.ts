import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseAt } from '../../testing/services/database-at.ts'
import { addJob, addUser, openSite, type Site } from '../../testing/site.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { openLocalStorage } from '../platform/storage/local-storage.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { deleteUnfinished } from '../platform/unfinished-files.ts'
import { publishFile } from './publish-file.ts'
import type { Work } from './reencode-ledger.ts'

let site: Site
let database: Database
let storage: Storage
let folder: string
beforeAll(async () => {
  site = await openSite({ ROLE: 'api' })
  database = await databaseAt(site.product.databaseUrl)
  folder = await temporaryFolder(afterAll)
  storage = await openLocalStorage({ folder: join(folder, 'storage'), linkBase: 'http://localhost', secret: 's'.repeat(32) })
})
afterAll(async () => {
  await database.close()
  await site.stop()
})
beforeEach(async () => void (await site.sql.query('delete from videos; delete from unfinished_files')))

/** The last step of a re-encode, as each lease of it gets it. */
async function addWork(): Promise<Omit<Work, 'lease'>> {
  const jobId = await addJob(site, { userId: await addUser(site), status: 'COMPLETED', assets: { TRANSCODE_480: 900 } })
  const id = newId()
  const { rows } = await site.sql.query('select id from assets where job_id = $1', [jobId])
  await site.sql.query(
    `insert into reencodes (id, job_id, asset_id, format, codec, status, bytes_before, folder)
     values ($1, $2, $3, '480p', 'av1', 'running', 900, 'videos/x/')`,
    [id, jobId, rows[0].id],
  )
  const step = { kind: 'join' as const }
  const settings = { crf: 30, slope: 1, isScreen: false }
  return { id, jobId, assetId: rows[0].id, format: '480p', folder: 'videos/x/', bytesBefore: 900, ...settings, retries: 0, step }
}

const leaseAs = async (work: Omit<Work, 'lease'>): Promise<Work> => {
  const lease = newId()
  await site.sql.query('update reencodes set lease = $2 where id = $1', [work.id, lease])
  return { ...work, lease }
}

async function publish(work: Work): Promise<void> {
  const path = join(folder, 'made.mp4')
  await writeFile(path, 'AV1')
  const made = { path, bytes: 3, index: { initBytes: 1, segments: [], codecs: ['av01.0.00M.08'] } }
  await publishFile({ db: database.db, storage }, { key: `videos/${work.jobId}/1/480p.mp4` }, work, made, {
    ssim: 1,
    ssimBefore: 1,
    bytes: 3,
  })
}

async function filesOf({ jobId }: Pick<Work, 'jobId'>) {
  const keys: string[] = []
  for await (const { key } of storage.list(`videos/${jobId}/`)) keys.push(key)
  const { rows } = await site.sql.query(`select details #>> '{av1,key}' as key from assets where job_id = $1`, [jobId])
  return { stored: keys, named: rows[0].key }
}

test('a worker that has lost its lease deletes only what it has made itself', async () => {
  const work = await addWork()
  const late = await leaseAs(work)
  await publish(await leaseAs(work))
  await publish(late)
  const { stored, named } = await filesOf(work)
  expect(stored).toEqual([named])
})

test('a file stays when the answer to the commit that publishes it is lost, and goes when there was no commit', async () => {
  const [committed, refused] = [await leaseAs(await addWork()), await leaseAs(await addWork())]
  const { db } = database
  const lost = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
          await db.transaction().execute(work)
          throw new Error('the connection was lost')
        },
      })
    },
  })
  database = { ...database, db: lost }
  await expect(publish(committed)).rejects.toThrow('the connection was lost')
  database = { ...database, db }
  await site.sql.query('delete from assets where id = $1', [refused.assetId])
  await site.sql.query(`insert into reencodes (id, job_id, format, codec, status, bytes_before, folder, lease)
    values ('${refused.id}', '${refused.jobId}', '480p', 'av1', 'running', 900, 'videos/x/', '${refused.lease}')`)
  await expect(publish(refused)).rejects.toThrow('gone')
  await sql`update unfinished_files set started_at = now() - interval '2 hours'`.execute(db)
  while (await deleteUnfinished(db, storage));
  const { stored, named } = await filesOf(committed)
  expect([stored, typeof named]).toEqual([[named], 'string'])
  for await (const { key } of storage.list(`videos/${refused.jobId}/`)) throw new Error(`${key} was left`)
})
