import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startChild } from '../../../../testing/services/child-process.ts'
import { isRunning, keep, kept, opened, openIn, preparedFolder, serverOf } from '../../../../testing/services/embedded-database.ts'

describe('the embedded database stays', () => {
  test('for as long as somebody uses it: two share one server, and the last one out stops it', async () => {
    const dataDir = await preparedFolder()
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
    const dataDir = await preparedFolder()
    const database = await opened(dataDir)
    await keep(database)
    const pid = await serverOf(dataDir)
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false))
    // A connection of the old server may answer once more before it notices that it is alone.
    const answered = async () => {
      expect(await kept(database)).toEqual([{ one: 1 }])
      expect(await serverOf(dataDir)).not.toBe(pid)
    }
    await vi.waitFor(answered, { timeout: 60_000, interval: 100 })
  })

  test('when its owner is killed: the next start continues with the same server and its rows', async () => {
    const dataDir = await preparedFolder()
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
  test('another program that is alive', { timeout: 120_000 }, async () => {
    // Not this process: PostgreSQL does not mind a lock of its own parent.
    const sleeper = spawn('sleep', ['600'])
    onTestFinished(() => void sleeper.kill('SIGKILL'))
    await startsWithLockOf(sleeper.pid ?? 0)
  })

  test('another PostgreSQL that is alive, which it leaves alone', { timeout: 120_000 }, async () => {
    const elsewhere = await preparedFolder()
    const other = await opened(elsewhere)
    const pid = await serverOf(elsewhere)
    await startsWithLockOf(pid)
    await expect(other.check()).resolves.toBeUndefined()
    expect(await serverOf(elsewhere)).toBe(pid)
  })

  async function startsWithLockOf(pid: number): Promise<void> {
    const dataDir = await preparedFolder()
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
