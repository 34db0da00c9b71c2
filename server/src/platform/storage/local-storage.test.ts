import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { streamOf, stuckStream } from '../../../testing/media/bytes.ts'
import { openServedStorage } from '../../../testing/services/storage-server.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openLocalStorage } from './local-storage.ts'
import { storageSuite } from './storage.suite.ts'

storageSuite('the local folder', async () => (await openServedStorage(await temporaryFolder())).storage)

async function open() {
  const folder = await temporaryFolder()
  const storage = await openLocalStorage({ folder, linkBase: 'http://localhost/storage', secret: 'secret' })
  return {
    folder,
    storage,
    incoming: () => readdir(join(folder, 'incoming')),
    objects: () => readdir(join(folder, 'objects'), { recursive: true }),
  }
}

test('what arrives is not among the objects before it is whole, and neither place keeps a put that failed', async () => {
  const { storage, incoming, objects } = await open()
  const stop = new AbortController()
  const { body, isStuck } = stuckStream(500_000)
  const refused = expect(storage.put('films/half', body, { signal: stop.signal })).rejects.toThrow()
  await isStuck
  expect([await incoming(), await objects()]).toEqual([[expect.any(String)], []])
  stop.abort()
  await refused
  await expect(storage.put('films/large', streamOf('12345'), { maxBytes: 4 })).rejects.toThrow()
  expect([await incoming(), await objects()]).toEqual([[], []])
})

test('a put whose place is taken by a folder fails and leaves nothing', async () => {
  const { storage, incoming, objects } = await open()
  await storage.put('films/one', streamOf('x'))
  await expect(storage.put('films', streamOf('y'))).rejects.toThrow()
  await expect(storage.put('films/one/deeper', streamOf('z'))).rejects.toThrow()
  expect([await incoming(), (await objects()).sort()]).toEqual([[], ['films', 'films/one']])
})

test('the last object out takes its empty folders along', async () => {
  const { storage, objects } = await open()
  await storage.put('films/one/720p', streamOf('x'))
  await storage.put('films/two/720p', streamOf('x'))
  await storage.delete('films/one/720p')
  expect((await objects()).sort()).toEqual(['films', 'films/two', 'films/two/720p'])
  await storage.delete('films/two/720p')
  expect(await objects()).toEqual([])
})

test('a key that is refused never touches the disk', async () => {
  const { folder, storage, incoming, objects } = await open()
  for (const key of ['../outside', 'films/日本', 'films/../../outside']) await expect(storage.put(key, streamOf('x'))).rejects.toThrow()
  expect([await incoming(), await objects(), (await readdir(folder)).sort()]).toEqual([[], [], ['incoming', 'objects']])
})

test('what a killed process was receiving is swept after a day, and what still arrives is left', async () => {
  const folder = await temporaryFolder()
  const incoming = join(folder, 'incoming')
  await mkdir(incoming)
  const hours = async (name: string, age: number) => {
    await writeFile(join(incoming, name), 'half')
    const then = Date.now() / 1000 - age * 3600
    await utimes(join(incoming, name), then, then)
  }
  await hours('stale', 24.1)
  await hours('young', 23.9)
  await openLocalStorage({ folder, linkBase: 'http://localhost/storage', secret: 'secret' })
  expect(await readdir(incoming)).toEqual(['young'])
})

test('objects outlive the process that put them', async () => {
  const { folder, storage } = await open()
  await storage.put('films/one', streamOf('x'))
  const again = await openLocalStorage({ folder, linkBase: 'http://localhost/storage', secret: 'secret' })
  expect(await again.head('films/one')).toEqual(await storage.head('films/one'))
})

test('what a crash cut off is removed once nothing has come for an hour', async () => {
  const { folder, storage, incoming } = await open()
  await writeFile(join(folder, 'incoming', 'half'), 'half')
  await storage.removeAbandoned(new Date(Date.now() + 59 * 60_000))
  expect(await incoming()).toEqual(['half'])
  await storage.removeAbandoned(new Date(Date.now() + 61 * 60_000))
  expect(await incoming()).toEqual([])
})

test('a put may be refused at the last moment, and then stores nothing', async () => {
  const { storage, incoming, objects } = await open()
  const refuse = async () => {
    throw new Error('not any more')
  }
  await expect(storage.put('film', streamOf('x'), { commit: refuse })).rejects.toThrow('not any more')
  expect([await incoming(), await objects()]).toEqual([[], []])
  await storage.put('film', streamOf('12345'), { commit: (place, size) => (size === 5 ? place() : refuse()) })
  expect((await storage.head('film'))?.size).toBe(5)
})
