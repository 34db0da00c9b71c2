import { Failure } from '@video-forge/contract/errors'
import { taskRules } from '@video-forge/contract/rules/task-rules'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { databaseAt } from '../../../testing/services/database-at.ts'
import { connectWithOwner } from '../../../testing/services/owner-row.ts'
import { createMigratedUrl } from '../../../testing/services/test-database.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { newId } from '../database/new-id.ts'
import { createTask } from './create-task.ts'
import { leaseTask } from './lease-task.ts'
import { cancelTask, listItems, listTasks, readTask } from './read-tasks.ts'
import { TaskFailure } from './task-failure.ts'
import type { ItemResult, TaskKind } from './task-kind.ts'
import { createTaskRunner, oldTasksTask } from './task-runner.ts'

const url = await createMigratedUrl()
const { db, close } = await databaseAt(url)
afterAll(close)
let userId: string
beforeEach(async () => {
  const owner = await connectWithOwner(url)
  userId = owner.userId
})
afterEach(() => db.deleteFrom('users').execute())

type Names = TaskKind<{ names: string[] }, { name: string }>

/** Lists the names of its request, two in a batch. */
function kindOf(run: (name: string, signal: AbortSignal, task: Parameters<Names['run']>) => Promise<ItemResult>): Names {
  return {
    name: 'import',
    atOnce: 2,
    async *list({ request: { names } }, listedTo) {
      for (let from = Number(listedTo ?? 0); from < names.length; from += 2) {
        const items = names.slice(from, from + 2).map((name) => ({ key: name, label: name, details: { name } }))
        yield { items, listedTo: from + 2 }
      }
    },
    run: (task, item, signal) => run(item.details.name, signal, [task, item, signal]),
  }
}

function start(...kinds: Names[]) {
  const runner = createTaskRunner({ db, kinds, log: silentLog, renewMs: 20, retryAfterMs: [1, 1] })
  onTestFinished(() => runner.stop())
  return runner
}

const create = (names: string[]) => createTask(db, { userId, kind: 'import', title: 'Import', request: { names } })
const ended = (id: string, status: string) => vi.waitFor(async () => expect((await readTask(db, userId, id)).status).toBe(status), 20_000)
const report = async (id: string) =>
  (await listItems(db, id, { limit: 100 })).items.map(({ source, status, reason }) => [source, status, reason])

test('does each item once and reports what happened and why', async () => {
  const seen: string[] = []
  const id = await create(['a', 'b', 'a', 'gone', 'late', 'odd'])
  await start(
    kindOf(async (name) => {
      seen.push(name)
      if (name === 'gone') throw new Failure('NOT_FOUND', 'There is no such file.')
      if (name === 'odd') throw new Error('a detail for the log')
      if (name === 'late' && seen.filter((each) => each === 'late').length < 3) throw new Error('not yet')
      return name === 'b' ? { status: 'skipped', reason: 'You have this already.' } : { status: 'done' }
    }),
  ).task.run()
  await ended(id, 'completed')
  expect(await report(id)).toEqual([
    ['a', 'done', null],
    ['b', 'skipped', 'You have this already.'],
    ['gone', 'failed', 'There is no such file.'],
    ['late', 'done', null],
    ['odd', 'failed', 'Something went wrong on the server. Please try it again later.'],
  ])
  expect(seen.toSorted()).toEqual(['a', 'b', 'gone', 'late', 'late', 'late', 'odd', 'odd', 'odd'])
  expect((await readTask(db, userId, id)).counts).toEqual({ total: 5, done: 2, skipped: 1, failed: 2 })
})

test('names the video of an item by its title, as long as it is theirs', async () => {
  const videoId = newId()
  await db.insertInto('videos').values({ id: videoId, user_id: userId, title: 'Harbour', visibility: 'private', status: 'ready' }).execute()
  const id = await create(['https://old.example/1.mp4'])
  await start(kindOf(async () => ({ status: 'done', videoId }))).task.run()
  await ended(id, 'completed')
  const items = async () => (await listItems(db, id, { limit: 1 })).items
  expect(await items()).toMatchObject([{ source: 'https://old.example/1.mp4', videoId, videoTitle: 'Harbour' }])
  const { userId: another } = await connectWithOwner(url, 'another')
  await db.updateTable('videos').set({ user_id: another, title: 'Somebody else renamed it' }).where('id', '=', videoId).execute()
  expect(await items()).toMatchObject([{ source: 'https://old.example/1.mp4', videoId: null, videoTitle: null }])
})

test('names an item of an import that failed by the title of the list, if it has one', async () => {
  const id = await create(['https://old.example/1.mp4', 'https://old.example/2.mp4'])
  const gone = async () => {
    throw new Failure('NOT_FOUND', 'There is no such file.')
  }
  await start(kindOf(gone)).task.run()
  await ended(id, 'completed')
  await db.updateTable('task_items').set({ details: '{"title": "Harbour"}' }).where('number', '=', 1).execute()
  const { items } = await listItems(db, id, { limit: 2 })
  expect(items.map(({ videoTitle }) => videoTitle)).toEqual(['Harbour', null])
})

test('ends with its sentence when one item says that no other could be done, and the others wait', async () => {
  const id = await create(['a', 'slow', 'expired', 'never'])
  await start(
    kindOf(async (name, signal) => {
      if (name === 'slow') await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      if (name === 'expired') throw new TaskFailure('The link has expired.')
      return { status: 'done' }
    }),
  ).task.run()
  await ended(id, 'failed')
  expect(await readTask(db, userId, id)).toMatchObject({ message: 'The link has expired.', counts: { total: 4, done: 1, failed: 0 } })
  expect(await report(id)).toEqual([['a', 'done', null], ...['slow', 'expired', 'never'].map((name) => [name, 'waiting', null])])
})

test('is continued by another process where a killed one has left it', async () => {
  const id = await create(['a', 'b', 'c', 'd'])
  const seen: string[] = []
  // What a process leaves that is killed after one batch of the listing, with one item done and one begun.
  const lease = await leaseTask(db, ['import'])
  const rows = ['a', 'b'].map((name, index) => ({
    task_id: id,
    number: index + 1,
    key: name,
    label: name,
    details: JSON.stringify({ name }),
  }))
  await db.insertInto('task_items').values(rows).execute()
  await db.updateTable('task_items').set({ status: 'done' }).where('key', '=', 'a').execute()
  await db.updateTable('task_items').set({ status: 'running', attempts: 1 }).where('key', '=', 'b').execute()
  await db.updateTable('tasks').set({ total: 2, done: 1, listed_to: '2' }).execute()
  const { task } = start(
    kindOf(async (name) => {
      seen.push(name)
      return { status: 'done' }
    }),
  )
  await task.run()
  expect(seen).toEqual([])
  await db
    .updateTable('tasks')
    .set({ leased_until: new Date(0) })
    .where('lease', '=', lease?.id ?? '')
    .execute()
  await task.run()
  await ended(id, 'completed')
  expect(seen.toSorted()).toEqual(['b', 'c', 'd'])
  expect((await readTask(db, userId, id)).counts).toEqual({ total: 4, done: 4, skipped: 0, failed: 0 })
})

test('gives up an item, or a task, that kills its worker again and again', async () => {
  const id = await create(['a'])
  await leaseTask(db, ['import'])
  await db.insertInto('task_items').values({ task_id: id, number: 1, key: 'a', label: 'a', details: '{}', attempts: 3 }).execute()
  await db
    .updateTable('tasks')
    .set({ status: 'running', leased_until: new Date(0) })
    .execute()
  await start(kindOf(async () => ({ status: 'done' }))).task.run()
  await ended(id, 'completed')
  expect(await report(id)).toEqual([['a', 'failed', 'The server was stopped several times while it did this.']])
  const never = await create(['b'])
  await db.updateTable('tasks').set({ lease_count: 5 }).where('id', '=', never).execute()
  await start(kindOf(async () => ({ status: 'done' }))).task.run()
  await ended(never, 'failed')
})

test('a cancel ends it, and a stop hands it to the next process', async () => {
  const [first, second] = [await create(['a', 'b', 'c']), await create(['x'])]
  const begun: string[] = []
  const hang = kindOf(async (name, signal) => {
    begun.push(name)
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return { status: 'done' }
  })
  const runner = start(hang)
  await runner.task.run()
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  expect((await cancelTask(db, userId, first)).status).toBe('cancelled')
  await expect(cancelTask(db, userId, first)).rejects.toThrow('This has ended already.')
  // The next one of the same person waits for the end of the first.
  await vi.waitFor(() => expect(begun).toHaveLength(3))
  expect(begun.at(-1)).toBe('x')
  await runner.stop()
  const row = await db.selectFrom('tasks').select(['lease', 'status', 'lease_count']).where('id', '=', second).executeTakeFirstOrThrow()
  expect(row).toEqual({ lease: null, status: 'running', lease_count: 0 })
  await start(kindOf(async () => ({ status: 'done' }))).task.run()
  await ended(second, 'completed')
})

test('what an item keeps is there when it is done again', async () => {
  const id = await create(['a'])
  const videoId = crypto.randomUUID()
  let attempt = 0
  const kind = kindOf(async (_name, _signal, [task, item]) => {
    attempt += 1
    if (attempt === 1) {
      await task.keep(item, { videoId, details: { name: 'a', size: 3 } })
      throw new Error('lost')
    }
    const row = await db.selectFrom('task_items').select(['video_id', 'details']).executeTakeFirstOrThrow()
    return { status: 'done', reason: JSON.stringify(row) }
  })
  await start(kind).task.run()
  await ended(id, 'completed')
  expect((await report(id))[0]?.[2]).toBe(JSON.stringify({ video_id: videoId, details: { name: 'a', size: 3 } }))
})

test('a listing that cannot be read says why', async () => {
  const id = await create([])
  const kind: Names = {
    ...kindOf(async () => ({ status: 'done' })),
    // biome-ignore lint/correctness/useYield: it fails before its first batch.
    async *list() {
      throw new Failure('INVALID_SOURCE', 'This server is not a PeerTube.')
    },
  }
  await start(kind).task.run()
  await ended(id, 'failed')
  expect((await readTask(db, userId, id)).message).toBe('This server is not a PeerTube.')
})

test('a person sees only their own and has a limit; old reports go', async () => {
  const made = await Promise.allSettled(Array.from({ length: taskRules.maxOpen + 5 }, () => create(['a'])))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(taskRules.maxOpen)
  const { tasks, nextCursor } = await listTasks(db, userId, { limit: 15 })
  const rest = await listTasks(db, userId, { limit: 15, cursor: nextCursor ?? '' })
  expect(new Set([...tasks, ...rest.tasks].map(({ id }) => id)).size).toBe(taskRules.maxOpen)
  await expect(readTask(db, crypto.randomUUID(), tasks[0]?.id ?? '')).rejects.toThrow('There is no such task.')
  const longAgo = new Date(Date.now() - (taskRules.keptDays + 1) * 86_400_000)
  await db
    .updateTable('tasks')
    .set({ ended_at: longAgo, status: 'completed' })
    .where('id', '=', tasks[0]?.id ?? '')
    .execute()
  await oldTasksTask(db).run()
  await expect(readTask(db, userId, tasks[0]?.id ?? '')).rejects.toThrow('There is no such task.')
})

test('slow tasks of one kind hold up no other kind', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, async () => (await connectWithOwner(url, `p${crypto.randomUUID()}`)).userId))
  for (const other of [userId, ...others]) await createTask(db, { userId: other, kind: 'import', title: 'Slow', request: { names: ['a'] } })
  const id = await createTask(db, { userId, kind: 'bulk', title: 'Quick', request: { names: ['b'] } })
  const begun: string[] = []
  const hang = kindOf(async (name, signal) => {
    begun.push(name)
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return { status: 'done' }
  })
  const quick: Names = { ...kindOf(async () => ({ status: 'done' })), name: 'bulk' }
  await start(hang, quick).task.run()
  await ended(id, 'completed')
  expect(begun).toHaveLength(3)
})
