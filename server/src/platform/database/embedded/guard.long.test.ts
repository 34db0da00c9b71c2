import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, type TestContext, test, vi } from 'vitest'
import { startChild } from '../../../../testing/services/child-process.ts'
import { isRunning, kept, opened, openIn, preparedFolder, serverOf } from '../../../../testing/services/embedded-database.ts'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'

/** Longer than the guard waits for a restart. */
const pastThePatienceMs = 4500

// Side by side: they mostly wait for the guard, each in a folder of its own.
describe.concurrent('after a kill -9 of everybody who used it the embedded database', { timeout: 120_000 }, () => {
  test('ends by itself with its guard, and has every committed row at the next start', async ({ onTestFinished }) => {
    const dataDir = await preparedFolder(onTestFinished)
    const kill = await startOwner(dataDir, onTestFinished)
    const pid = await serverOf(dataDir)
    expect(await programsOn(dataDir)).not.toEqual([])
    await kill()
    await vi.waitFor(async () => expect(await programsOn(dataDir)).toEqual([]), { timeout: 60_000, interval: 50 })
    const database = await opened(dataDir, onTestFinished)
    expect(await serverOf(dataDir)).not.toBe(pid)
    expect(await kept(database)).toEqual([{ one: 1 }])
  })

  test('continues when a start follows at once, and is not stopped later', async ({ onTestFinished }) => {
    const dataDir = await preparedFolder(onTestFinished)
    const kill = await startOwner(dataDir, onTestFinished)
    const pid = await serverOf(dataDir)
    await kill()
    const database = await opened(dataDir, onTestFinished)
    await wait(pastThePatienceMs)
    expect(await kept(database)).toEqual([{ one: 1 }])
    expect(await serverOf(dataDir)).toBe(pid)
  })

  test('is started anew by a start that comes while it is being stopped', async ({ onTestFinished }) => {
    const dataDir = await preparedFolder(onTestFinished)
    const kill = await startOwner(dataDir, onTestFinished)
    const pid = await serverOf(dataDir)
    await kill()
    // A server that stands still takes new connections and does not hear the guard yet.
    process.kill(pid, 'SIGSTOP')
    await wait(pastThePatienceMs)
    const opening = opened(dataDir, onTestFinished)
    await wait(500)
    process.kill(pid, 'SIGCONT')
    const database = await opening
    expect(await kept(database)).toEqual([{ one: 1 }])
    expect(await serverOf(dataDir)).not.toBe(pid)
    expect(await isRunning(pid)).toBe(false)
    await wait(pastThePatienceMs)
    expect(await kept(database)).toEqual([{ one: 1 }])
  })
})

describe.concurrent('the embedded database', { timeout: 120_000 }, () => {
  test('stays while another process uses it', async ({ onTestFinished }) => {
    const dataDir = await preparedFolder(onTestFinished)
    const kill = await startOwner(dataDir, onTestFinished)
    const pid = await serverOf(dataDir)
    const database = await opened(dataDir, onTestFinished)
    await kill()
    await wait(pastThePatienceMs)
    expect(await serverOf(dataDir)).toBe(pid)
    expect(await kept(database)).toEqual([{ one: 1 }])
  })

  test('stays for one who has no connection open when another one leaves', async ({ onTestFinished }) => {
    const dataDir = await preparedFolder(onTestFinished)
    const idle = await opened(dataDir, onTestFinished)
    const pid = await serverOf(dataDir)
    const other = await openIn(dataDir)
    // Idle connections are closed after a second.
    await wait(2000)
    await other.close()
    await wait(1000)
    expect(await isRunning(pid)).toBe(true)
    await expect(idle.check()).resolves.toBeUndefined()
  })
})

// Not beside the others: creating a database blocks this process, and a start must follow a kill within seconds.
describe('the embedded database', { timeout: 120_000 }, () => {
  test('is started once by five who come at the same moment, and leaves no guard behind', async () => {
    const dataDir = await temporaryFolder()
    const five = await Promise.all(Array.from({ length: 5 }, () => openIn(dataDir)))
    expect((await programsOn(dataDir)).filter((line) => /\/postgres\0-D\0/.test(line) && !line.includes('guard'))).toHaveLength(1)
    await Promise.all(five.map((database) => database.close()))
    await vi.waitFor(async () => expect(await programsOn(dataDir)).toEqual([]), { interval: 50 })
  })
})

/** Another process that opens the database, commits a row and stays; the answer kills it. */
async function startOwner(dataDir: string, atEnd: TestContext['onTestFinished']): Promise<() => Promise<void>> {
  const { child } = await startChild('child-database.ts', [dataDir], atEnd)
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return () => {
    child.kill('SIGKILL')
    return gone
  }
}

/** The command lines of the server and its guard. */
async function programsOn(dataDir: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(`${dataDir}/postgres`))
}
