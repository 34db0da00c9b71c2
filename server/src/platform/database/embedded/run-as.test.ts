import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { silentLog } from '../../../../testing/silent-log.ts'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import { findPostgresBinaries } from './binaries.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { type RunAs, waysToRun } from './run-as.ts'

const programs = dirname(findPostgresBinaries().postgres)

test('every way this machine allows keeps its files from start to start, in a 0700 home where it can', async () => {
  const folder = await temporaryFolder()
  await chmod(folder, 0o755)
  const ways = waysToRun({ programs, data: folder })
  expect(ways).not.toEqual([])
  for (const runAs of ways) {
    const home = join(folder, runAs.kind)
    await mkdir(home, { mode: runAs.kind === 'nobody' ? 0o755 : 0o700 })
    await keepAnswer(join(home, 'data'), runAs)
    await findAnswer(join(home, 'data'), runAs)
  }
})

test('a data folder made one way is taken over by another', async () => {
  const folder = await temporaryFolder()
  await chmod(folder, 0o755)
  const ways = waysToRun({ programs, data: folder })
  const [first, last] = [ways[0], ways.at(-1)]
  if (!first || !last) throw new Error('no way to run')
  await keepAnswer(folder, last)
  await findAnswer(folder, first)
  await findAnswer(folder, last)
})

const keepAnswer = (dataDir: string, runAs: RunAs) =>
  withDatabase(dataDir, runAs, async (client) => void (await client.query('create table kept as select 42 as answer')))

const findAnswer = (dataDir: string, runAs: RunAs) =>
  withDatabase(dataDir, runAs, async (client) => {
    expect((await client.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
  })

async function withDatabase(dataDir: string, runAs: RunAs, use: (client: Client) => Promise<void>): Promise<void> {
  const postgres = await startEmbeddedPostgres(dataDir, silentLog, () => runAs)
  const client = new Client(postgres.connection)
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
    await postgres.stop()
  }
}
