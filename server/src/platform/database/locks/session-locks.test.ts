import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase } from '../../../../testing/services/test-database.ts'
import { silentLog } from '../../../../testing/silent-log.ts'
import { openSessionLocks } from './session-locks.ts'

/** Two processes of one site, as far as the database knows. */
async function openTwo() {
  const database = await openTestDatabase()
  const [one, other] = [openSessionLocks(database.connection, silentLog), openSessionLocks(database.connection, silentLog)]
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()])
    await database.close()
  })
  return { db: database.db, one, other }
}

const never = new AbortController().signal
const soon = () => AbortSignal.timeout(300)

test('one holder at a time, in one process and over several; the holder learns that another waits', async () => {
  const { one, other } = await openTwo()
  for (const second of [one, other]) {
    const wanted = vi.fn()
    const release = await one.acquire('film', never, wanted)
    let isTaken = false
    const taking = second
      .acquire('film', never, () => {})
      .then((free) => {
        isTaken = true
        return free
      })
    await vi.waitFor(() => expect(wanted).toHaveBeenCalled())
    expect(isTaken).toBe(false)
    await release()
    await (await taking)()
  }
})

test('one that waits is not asked to release the lock, by itself or by others, before it has it', async () => {
  const { one, other } = await openTwo()
  const [held, waiting, later] = [vi.fn(), vi.fn(), vi.fn()]
  const release = await one.acquire('film', never, held)
  const second = other.acquire('film', never, waiting)
  // It notifies the holder again and again while it waits.
  await vi.waitFor(() => expect(held.mock.calls.length).toBeGreaterThanOrEqual(3))
  const third = other.acquire('film', never, later)
  expect(waiting).not.toHaveBeenCalled()
  await release()
  const releaseSecond = await second
  await vi.waitFor(() => expect(waiting, 'the third waits for it').toHaveBeenCalled())
  await releaseSecond()
  const releaseThird = await third
  expect(later).not.toHaveBeenCalled()
  await releaseThird()
})

test('different names do not wait for each other, and an aborted wait holds nothing', async () => {
  const { one, other } = await openTwo()
  const release = await one.acquire('film', never, () => {})
  await (await other.acquire('photo', never, () => {}))()
  await expect(other.acquire('film', soon(), () => {})).rejects.toThrow()
  await expect(one.acquire('film', soon(), () => {})).rejects.toThrow()
  await release()
  await (await other.acquire('film', never, () => {}))()
  await (await one.acquire('film', never, () => {}))()
})

test('a connection that breaks frees its locks, notifies their holders, and is opened again for the next', async () => {
  const { db, one, other } = await openTwo()
  const lost = vi.fn()
  const release = await one.acquire('film', never, lost)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'video-forge locks' and datname = current_database()`.execute(
    db,
  )
  await vi.waitFor(() => expect(lost).toHaveBeenCalled())
  const taken = await other.acquire('film', never, () => {})
  await release()
  await expect(one.acquire('film', soon(), () => {})).rejects.toThrow()
  await taken()
  await (await one.acquire('film', never, () => {}))()
})

test('without waiting only one gets the lock, and it is notified only of those that wait', async () => {
  const { one, other } = await openTwo()
  const on = { onWanted: vi.fn(), onLost: vi.fn() }
  const release = await one.tryAcquire('film', on)
  expect(release).toBeDefined()
  expect(await Promise.all([one.tryAcquire('film', on), other.tryAcquire('film', on)])).toEqual([undefined, undefined])
  expect(on.onWanted).not.toHaveBeenCalled()
  const waiting = other.acquire('film', never, () => {})
  await vi.waitFor(() => expect(on.onWanted).toHaveBeenCalled())
  await release?.()
  await (await waiting)()
  await (await one.tryAcquire('film', on))?.()
})

test('a lock that was tried for and is lost with its connection is not said to be wanted', async () => {
  const { db, one } = await openTwo()
  const on = { onWanted: vi.fn(), onLost: vi.fn() }
  const release = await one.tryAcquire('film', on)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'video-forge locks' and datname = current_database()`.execute(
    db,
  )
  await vi.waitFor(() => expect(on.onLost).toHaveBeenCalled())
  expect(on.onWanted).not.toHaveBeenCalled()
  await release?.()
})
