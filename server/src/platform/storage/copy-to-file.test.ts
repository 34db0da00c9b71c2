import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { ContentHash } from '../content/content-hash.ts'
import { copyToFile } from './copy-to-file.ts'
import { type ByteRange, ObjectReplaced, type Storage } from './storage.ts'

const content = Buffer.from('0123456789'.repeat(1000))

/** A store whose first connections end after so many bytes each. */
function unsteadyStore(breakAfter: number[], etags: string[] = []) {
  const ranges: (ByteRange | undefined)[] = []
  const get: Storage['get'] = async (key, range) => {
    ranges.push(range)
    const at = ranges.length - 1
    const bytes = content.subarray(range?.start ?? 0, (range?.end ?? content.length - 1) + 1)
    const end = breakAfter[at]
    const stream = Readable.from(
      (async function* () {
        yield bytes.subarray(0, end)
        if (end === undefined) return
        // Until what was sent is on the disk.
        await new Promise((resolve) => setTimeout(resolve, 50))
        throw new Error('connection lost')
      })(),
    )
    return { key, size: content.length, modifiedAt: new Date(0), etag: etags[at] ?? '"one"', stream }
  }
  return { storage: { get } as unknown as Storage, ranges }
}

const newPath = async () => join(await temporaryFolder(), 'copy')

test('resumes where the connection was lost', async () => {
  const { storage, ranges } = unsteadyStore([3000, 2000])
  const path = await newPath()
  const [hash, whole] = [new ContentHash(), new ContentHash()]
  expect(await copyToFile(storage, 'key', path, { hash })).toBe(true)
  whole.update(content)
  expect(hash.digest()).toEqual(whole.digest())
  expect(content.equals(await readFile(path))).toBe(true)
  expect(ranges).toEqual([undefined, { start: 3000, end: 9999 }, { start: 5000, end: 9999 }])
})

test('waits where it is paced', async () => {
  const { storage, ranges } = unsteadyStore([3000])
  const path = await newPath()
  const paced: number[] = []
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const pace = (bytes: number) => {
    paced.push(bytes)
    return released
  }
  const copied = copyToFile(storage, 'key', path, { pace })
  await vi.waitFor(() => expect(paced).toEqual([3000]))
  expect(ranges).toHaveLength(1)
  release()
  expect([await copied, paced]).toEqual([true, [3000, 7000]])
})

test('is false when there is no such object', async () => {
  const storage = { get: async () => undefined } as unknown as Storage
  expect(await copyToFile(storage, 'key', await newPath())).toBe(false)
})

test('refuses another object than the expected one', async () => {
  const { storage } = unsteadyStore([], ['"two"'])
  await expect(copyToFile(storage, 'key', await newPath(), { etag: '"one"' })).rejects.toThrow(ObjectReplaced)
})

test('never joins two objects, and never takes a part of a deleted one for the whole', async () => {
  const replaced = unsteadyStore([3000, 0, 0, 0, 0, 0], ['"one"', '"two"', '"two"', '"two"', '"two"', '"two"'])
  const deleted = unsteadyStore([3000])
  const get: Storage['get'] = async (key, range) => (deleted.ranges.length > 0 ? undefined : deleted.storage.get(key, range))
  const copy = async (storage: Pick<Storage, 'get'>) => copyToFile(storage, 'key', await newPath())
  await Promise.all([
    expect(copy(replaced.storage)).rejects.toThrow('replaced while it was copied'),
    expect(copy({ get })).rejects.toThrow('deleted while it was copied'),
  ])
}, 20_000)

test('ends when its signal is aborted or its time is over', async () => {
  const get = async () => ({ key: 'key', size: 1, modifiedAt: new Date(0), etag: '"one"', stream: new Readable({ read() {} }) })
  const storage = { get } as unknown as Storage
  const stopping = new AbortController()
  setTimeout(() => stopping.abort(new Error('stopping')), 50)
  await expect(copyToFile(storage, 'key', await newPath(), { signal: stopping.signal })).rejects.toThrow('stopping')
  await expect(copyToFile(storage, 'key', await newPath(), { timeoutMs: 50 })).rejects.toThrow('timeout')
})
