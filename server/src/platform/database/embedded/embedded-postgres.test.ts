import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { keep, kept, opened, openIn } from '../../../../testing/services/embedded-database.ts'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import { databaseSuite } from '../database.suite.ts'

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
