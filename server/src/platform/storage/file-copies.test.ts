import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { ContentHash } from '../content/content-hash.ts'
import { createLocalCopies, type LocalCopiesOptions, type LocalSource, NotStored } from './file-copies.ts'
import { type ByteRange, ObjectReplaced, type Storage } from './storage.ts'

const megabyte = 1024 ** 2
/** Longer than what is waited for instead of being read from the store. */
const content = Buffer.alloc(20 * megabyte, 'some bytes of a film, ')

/** A remote store that sends one megabyte of an object, and the rest when it is released. */
function slowStore(size = content.length) {
  // A larger one ends like the content.
  const before = size - content.length
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const ranges: (ByteRange | undefined)[] = []
  const gone = new Set(['absent'])
  const get: Storage['get'] = async (key, range) => {
    ranges.push(range)
    if (gone.has(key)) return undefined
    const { start, end } = range ?? { start: 0, end: size - 1 }
    const isFromStart = start === 0
    const stream = Readable.from(
      (async function* () {
        yield isFromStart ? content.subarray(0, megabyte) : content.subarray(start - before, end + 1 - before)
        if (!isFromStart) return
        await released
        // Without a break the disk would get all of it in one write.
        for (let at = megabyte; at <= end; at += megabyte) yield content.subarray(at, at + megabyte)
      })(),
    )
    return { key, size, modifiedAt: new Date(0), etag: '"one"', stream }
  }
  const storage = { get, localPath: () => undefined } as unknown as Storage
  return { storage, ranges, release, gone }
}

async function open(storage: Storage, options: Partial<LocalCopiesOptions> = {}) {
  const scratch = await temporaryFolder()
  const copies = createLocalCopies(storage, { scratch, idleMs: 60_000, readsAddresses: async () => true, ...options })
  onTestFinished(() => copies.close())
  return { copies, folders: () => readdir(scratch) }
}

const ask = (source: LocalSource, range: string) => fetch(source.now(), { headers: { range } })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test('is read while it arrives, and as a file when it is here', async () => {
  const { storage, release, ranges } = slowStore()
  const { copies } = await open(storage)
  await copies.use('key', async (source) => {
    expect(source.now()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/)
    const start = await ask(source, 'bytes=0-99')
    expect([start.status, start.headers.get('content-range')]).toEqual([206, `bytes 0-99/${content.length}`])
    expect(content.subarray(0, 100).equals(await bytesOf(start))).toBe(true)
    const waiting = ask(source, `bytes=${megabyte - 10}-${2 * megabyte}`).then(bytesOf)
    release()
    expect(content.subarray(megabyte - 10, 2 * megabyte + 1).equals(await waiting)).toBe(true)
    expect(await source.whole()).toBe(source.path)
    expect(source.now()).toBe(source.path)
    expect(content.equals(await readFile(source.path))).toBe(true)
  })
  expect(ranges).toEqual([undefined])
})

test('its end is read from the store, as often as programs need and no more', async () => {
  const { storage, release, ranges } = slowStore()
  const { copies } = await open(storage)
  await copies.use('key', async (source) => {
    const end = `bytes=${content.length - 2 * megabyte}-`
    for (let at = 0; at < 16; at += 1) expect(content.subarray(-2 * megabyte).equals(await bytesOf(await ask(source, end)))).toBe(true)
    const late = ask(source, end).then(bytesOf)
    release()
    expect(content.subarray(-2 * megabyte).equals(await late)).toBe(true)
  })
  expect(ranges).toHaveLength(17)
})

test('of a file of some gigabytes, whose index is in many places, more is read ahead', async () => {
  const size = 3 * 1024 * megabyte
  const { storage, ranges } = slowStore(size)
  const { copies } = await open(storage)
  await copies.use('key', async (source) => {
    // What is read of an index first takes nothing from what programs read later.
    for (let at = 0; at < 60; at += 1) await bytesOf(await ask(source, `bytes=${size - 100}-${size - 1}`))
    for (let at = 0; at < 48; at += 1)
      expect(content.subarray(-2 * megabyte).equals(await bytesOf(await ask(source, `bytes=${size - 2 * megabyte}-`)))).toBe(true)
  })
  expect(ranges).toHaveLength(1 + 60 + 48)
})

test('an address is good for nothing but its file, and not for longer', async () => {
  const { storage, release } = slowStore()
  const { copies } = await open(storage, { idleMs: 0 })
  const address = await copies.use('key', async (source) => {
    expect((await fetch(source.now(), { method: 'POST' })).status).toBe(404)
    expect((await fetch(source.now().replace(/[0-9a-f]{32}$/, '0'.repeat(32)))).status).toBe(404)
    expect((await ask(source, `bytes=${content.length}-`)).status).toBe(416)
    const known = source.now()
    release()
    await source.whole()
    return known
  })
  expect((await fetch(address)).status).toBe(404)
})

test('is copied once for all who use it, and hashed on its way', async () => {
  const { storage, release, ranges } = slowStore()
  const { copies, folders } = await open(storage)
  release()
  const hashes = await Promise.all([1, 2, 3].map(() => copies.use('key', (source) => source.hash(), { isHashed: true })))
  const expected = new ContentHash()
  expected.update(content)
  expect(hashes).toEqual([expected.digest(), expected.digest(), expected.digest()])
  copies.moved('key', 'video')
  await copies.use('video', (source) => source.whole())
  expect(ranges).toHaveLength(1)
  await copies.use('video', (source) => source.whole(), { isLast: true })
  expect(await folders()).toEqual([])
})

test('what was moved while it arrives is read from its new place', async () => {
  const { storage, release, gone } = slowStore()
  const { copies } = await open(storage)
  await copies.use('key', async () => {}, { isContinued: true })
  gone.add('key')
  copies.moved('key', 'video')
  await copies.use('video', async (source) => {
    const end = await ask(source, `bytes=${content.length - 100}-`)
    expect(content.subarray(-100).equals(await bytesOf(end))).toBe(true)
    release()
    expect(content.equals(await readFile(await source.whole()))).toBe(true)
    expect(source.lost.aborted).toBe(false)
  })
})

test('one that nobody waits for lets another go first', async () => {
  const { storage, release } = slowStore()
  const { copies } = await open(storage)
  release()
  const ended: string[] = []
  const options = { isPatient: true, isHashed: true }
  await Promise.all([
    copies.use('patient', (source) => source.hash(), options).then(() => ended.push('patient')),
    copies.use('hurried', (source) => source.whole(), options).then(() => ended.push('hurried')),
  ])
  expect(ended).toEqual(['hurried', 'patient'])
})

test('few are kept that nobody uses, and none when the process stops', async () => {
  const { storage, release } = slowStore()
  const { copies, folders } = await open(storage)
  release()
  for (const key of ['one', 'two', 'three', 'four', 'five']) await copies.use(key, (source) => source.whole())
  expect(await folders()).toHaveLength(3)
  await copies.close()
  expect(await folders()).toEqual([])
})

test('what nobody waits for any more is not copied to its end', async () => {
  const { storage } = slowStore()
  const { copies, folders } = await open(storage)
  const path = await copies.use('key', async (source) => source.path)
  expect([existsSync(path), await folders()]).toEqual([false, []])
})

test('goes on arriving for whoever needs all of it next, and not after an error', async () => {
  const { storage, release, ranges } = slowStore()
  const { copies, folders } = await open(storage)
  const failed = copies.use('key', async () => Promise.reject(new Error('no video')), { isContinued: true })
  await expect(failed).rejects.toThrow('no video')
  expect(await folders()).toEqual([])
  const path = await copies.use('key', async (source) => source.path, { isContinued: true })
  // Somebody who needs little of it ends nothing.
  expect(await copies.use('key', async (source) => source.path)).toBe(path)
  release()
  expect(await copies.use('key', (source) => source.whole())).toBe(path)
  expect(ranges).toHaveLength(2)
})

test('one who does not wait for long takes nothing from the others', async () => {
  const { storage, release, ranges } = slowStore()
  const { copies } = await open(storage)
  let isOver = false
  const patient = copies.use('key', async (source) => {
    await vi.waitFor(() => expect(isOver).toBe(true))
    release()
    return source.whole()
  })
  const hasty = copies.use('key', (source) => source.whole(), { timeoutMs: 1 })
  await expect(hasty).rejects.toMatchObject({ name: 'TimeoutError' })
  isOver = true
  expect(content.equals(await readFile(await patient))).toBe(true)
  expect(ranges).toHaveLength(1)
})

test('another object than the expected one is refused, and never taken for it later', async () => {
  const { storage, release } = slowStore()
  const { copies } = await open(storage)
  release()
  await copies.use('key', (source) => source.whole())
  await expect(copies.use('key', (source) => source.whole(), { etag: '"two"' })).rejects.toThrow(ObjectReplaced)
  await expect(copies.use('absent', (source) => source.whole())).rejects.toThrow(NotStored)
})

test('whoever reads a copy whose rest cannot be had learns of it before the connection ends', async () => {
  const { storage } = slowStore()
  const { copies } = await open(storage)
  await copies.use('key', async (source) => {
    let isLostAtEnd = false
    const { body } = await ask(source, 'bytes=0-')
    const reading = (async () => {
      for await (const chunk of body ?? []) expect(chunk.length).toBeGreaterThan(0)
    })().finally(() => {
      isLostAtEnd = source.lost.aborted
    })
    void copies.close()
    await expect(reading).rejects.toThrow()
    expect(isLostAtEnd).toBe(true)
    await expect(source.whole()).rejects.toThrow('The process stops.')
  })
})

test('without a network in ffmpeg everybody waits for the file', async () => {
  const { storage, release } = slowStore()
  const { copies } = await open(storage, { readsAddresses: async () => false })
  release()
  await copies.use('key', async (source) => expect(content.equals(await readFile(source.now()))).toBe(true))
})

test('a use that is stopped ends its copy, unless somebody else uses it', async () => {
  const { storage, release } = slowStore()
  const { copies, folders } = await open(storage)
  const stopping = new AbortController()
  const used = vi.fn(async (_path: string) => {})
  const useWhole = (signal?: AbortSignal) => copies.use('key', async ({ whole }) => used(await whole()), { ...(signal && { signal }) })
  const stopped = useWhole(stopping.signal)
  const other = useWhole()
  stopping.abort(new Error('a job arrived'))
  await expect(stopped).rejects.toThrow('a job arrived')
  expect(used).not.toHaveBeenCalled()
  release()
  await other
  expect(used).toHaveBeenCalledOnce()

  const alone = slowStore()
  const { copies: own, folders: ownFolders } = await open(alone.storage)
  const later = new AbortController()
  const waiting = own.use('key', async ({ whole }) => used(await whole()), { signal: later.signal })
  await vi.waitFor(async () => expect(await ownFolders()).toHaveLength(1))
  later.abort(new Error('a job arrived'))
  await expect(waiting).rejects.toThrow('a job arrived')
  expect(await ownFolders()).toEqual([])
  expect(used).toHaveBeenCalledOnce()
  await expect(own.use('key', async ({ path }) => used(path), { signal: later.signal })).rejects.toThrow('a job arrived')
  expect(await folders()).toHaveLength(1)
})
