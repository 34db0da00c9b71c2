import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startChild } from '../../../../testing/child-process.ts'
import { silentLog } from '../../../../testing/silent-log.ts'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import { databaseSuite } from '../database.suite.ts'
import { type Database, openDatabase } from '../database.ts'
import { isAlive } from './postmaster.ts'

const openIn = (dataDir: string) => openDatabase({ database: { kind: 'embedded' }, dataDir }, silentLog)

async function opened(dataDir: string): Promise<Database> {
  const database = await openIn(dataDir)
  onTestFinished(() => database.close())
  return database
}

const serverOf = async (dataDir: string) => Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

/** Whether the process is there and not only waiting to be buried. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return isAlive(pid) && !/\) Z /.test(status)
}

const keep = ({ db }: Database) => sql`create table keepsake as select 1 as one`.execute(db)
const kept = async ({ db }: Database) => (await sql`select one from keepsake`.execute(db)).rows

databaseSuite('the embedded database', async () => openIn(await temporaryFolder()))

describe('the embedded database finds its place', () => {
  test.each([
    ['on a path with blanks, commas and other alphabets', 'a data folder, Zoë 你好'],
    ['on a path with quotes', `it's "data"`],
    ['on a path longer than a socket may have', `${'long'.repeat(20)}/${'deep'.repeat(20)}`],
  ])('%s', async (_where, name) => {
    const dataDir = join(await temporaryFolder(), name)
    const database = await opened(dataDir)
    await keep(database)
    expect(await kept(database)).toEqual([{ one: 1 }])
  })

  test('inside a folder that is closed to everybody else', async () => {
    const home = join(await temporaryFolder(), 'home')
    await mkdir(home, { mode: 0o700 })
    await expect((await opened(join(home, 'data'))).check()).resolves.toBeUndefined()
  })

  test('beside what a start that was killed left half made, and sweeps it', async () => {
    const dataDir = await temporaryFolder()
    const dead = 2 ** 22 + 1
    await mkdir(join(dataDir, `postgres.new-${dead}`))
    await writeFile(join(dataDir, `postgres.new-${dead}`, 'PG_VERSION'), '18')
    await mkdir(join(dataDir, 'postgres.new-1'))
    await opened(dataDir)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual(['postgres.new-1'])
  })
})

describe('the embedded database stays', () => {
  test('for as long as somebody uses it: two share one server, and the last one out stops it', async () => {
    const dataDir = await temporaryFolder()
    const first = await openIn(dataDir)
    const pid = await serverOf(dataDir)
    const second = await openIn(dataDir)
    await keep(second)
    await first.close()
    expect(await kept(second)).toEqual([{ one: 1 }])
    expect(await serverOf(dataDir)).toBe(pid)
    await second.close()
    await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false))
    expect(await kept(await opened(dataDir))).toEqual([{ one: 1 }])
  })

  test('when its server is killed: it comes back by itself with every committed row', async () => {
    const dataDir = await temporaryFolder()
    const database = await opened(dataDir)
    await keep(database)
    const pid = await serverOf(dataDir)
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false))
    await vi.waitFor(async () => expect(await kept(database)).toEqual([{ one: 1 }]), { timeout: 20_000, interval: 100 })
    expect(await serverOf(dataDir)).not.toBe(pid)
  })

  test('when its owner is killed: the next start goes on with the same server and its rows', async () => {
    const dataDir = await temporaryFolder()
    const { child } = await startChild('child-database.ts', [dataDir])
    const pid = await serverOf(dataDir)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    expect(await isRunning(pid)).toBe(true)
    const database = await opened(dataDir)
    expect(await serverOf(dataDir)).toBe(pid)
    expect(await kept(database)).toEqual([{ one: 1 }])
  })
})

describe('the embedded database starts although its lock file names', () => {
  test('another program that is alive', async () => {
    await startsWithLockOf(process.pid)
  })

  test('another PostgreSQL that is alive, which it leaves alone', { timeout: 20_000 }, async () => {
    const elsewhere = await temporaryFolder()
    const other = await opened(elsewhere)
    const pid = await serverOf(elsewhere)
    await startsWithLockOf(pid)
    await expect(other.check()).resolves.toBeUndefined()
    expect(await serverOf(elsewhere)).toBe(pid)
  })

  async function startsWithLockOf(pid: number): Promise<void> {
    const dataDir = await temporaryFolder()
    const before = await openIn(dataDir)
    await keep(before)
    const lock = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    const server = await serverOf(dataDir)
    await before.close()
    await vi.waitFor(async () => expect(await isRunning(server)).toBe(false))
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), lock.replace(/^\d+/, String(pid)))
    const database = await openIn(dataDir)
    expect(await kept(database)).toEqual([{ one: 1 }])
    await database.close()
    expect(await isRunning(pid)).toBe(true)
  }
})
