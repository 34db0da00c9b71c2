import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openIn } from '../../../../testing/services/embedded-database.ts'
import { silentLog } from '../../../../testing/silent-log.ts'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import { databaseSuite } from '../database.suite.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

// One folder for them all: what the suite proves holds on the hundredth start as on the first.
let shared = ''
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'vf-test-'))
  return () => rm(shared, { recursive: true, force: true })
})
databaseSuite('the embedded database', () => openIn(shared))

describe('the embedded database finds its place', () => {
  test.each([
    ['on a path with blanks, commas and other alphabets', 'a data folder, Zoë 你好'],
    ['on a path with quotes', `it's "data"`],
    ['on a path longer than a socket may have', `${'long'.repeat(20)}/${'deep'.repeat(20)}`],
  ])('%s', async (_where, name) => {
    const dataDir = join(await temporaryFolder(), name)
    const client = await created(dataDir)
    await client.query('create table keepsake as select 1 as one')
    expect((await client.query('select one from keepsake')).rows).toEqual([{ one: 1 }])
  })

  test('inside a folder that is closed to everybody else', async () => {
    const home = join(await temporaryFolder(), 'home')
    await mkdir(home, { mode: 0o700 })
    expect((await (await created(join(home, 'data'))).query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('beside what a start that was killed left half made, and sweeps it', async () => {
    const dataDir = await temporaryFolder()
    const dead = 2 ** 22 + 1
    await mkdir(join(dataDir, `postgres.new-${dead}`))
    await writeFile(join(dataDir, `postgres.new-${dead}`, 'PG_VERSION'), '18')
    await mkdir(join(dataDir, 'postgres.new-1'))
    await created(dataDir)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual(['postgres.new-1'])
  })
})

/** A connection to a new server in this folder, without the schema, which is the same in every place. */
async function created(dataDir: string): Promise<Client> {
  const postgres = await startEmbeddedPostgres(dataDir, silentLog)
  onTestFinished(() => postgres.stop())
  const client = new Client(postgres.connection)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
