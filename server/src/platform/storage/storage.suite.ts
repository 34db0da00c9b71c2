import { randomBytes } from 'node:crypto'
import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { applyPatches } from '@video-forge/media/mp4/patch'
import { describe, expect, test } from 'vitest'
import { bytesOf, streamOf, stuckStream, textOf } from '../../../testing/media/bytes.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { ObjectReplaced, type Storage, type StoredObject } from './storage.ts'

/** What every storage does with objects, wherever it keeps them. Each opening is empty. */
export function storageSuite(name: string, open: () => Promise<Storage>): void {
  const keysIn = async (storage: Storage, prefix = '') => {
    const found: StoredObject[] = []
    for await (const object of storage.list(prefix)) found.push(object)
    return found.map(({ key }) => key).sort()
  }

  describe(`${name}: objects`, () => {
    test('serves while it is open', async () => {
      await expect((await open()).check()).resolves.toBeUndefined()
    })

    test('gives back what was put, with its size and time', async () => {
      const storage = await open()
      const content = randomBytes(3_000_001)
      expect(await storage.put('uploads/one/source', streamOf(content))).toEqual({ size: content.length })
      const head = await storage.head('uploads/one/source')
      expect(head).toMatchObject({ key: 'uploads/one/source', size: content.length })
      expect(Math.abs((head?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
      const body = await storage.get('uploads/one/source')
      expect(body).toMatchObject({ ...head })
      expect(content.equals(await bytesOf(body))).toBe(true)
    })

    test('keeps an empty object', async () => {
      const storage = await open()
      expect(await storage.put('empty', streamOf(''))).toEqual({ size: 0 })
      expect(await storage.head('empty')).toMatchObject({ size: 0 })
      expect(await textOf(await storage.get('empty'))).toBe('')
    })

    test('knows nothing of what was never put', async () => {
      const storage = await open()
      await storage.put('videos/one/720p', streamOf('x'))
      for (const key of ['nothing', 'videos', 'videos/one', 'videos/one/720p/deeper']) {
        expect([await storage.get(key), await storage.head(key)], key).toEqual([undefined, undefined])
      }
    })

    test.each([
      [0, 0, '0'],
      [0, 9, '0123456789'],
      [3, 5, '345'],
      [9, 9, '9'],
    ])('gives bytes %i to %i, both included', async (start, end, expected) => {
      const storage = await open()
      await storage.put('digits', streamOf('0123456789'))
      const body = await storage.get('digits', { start, end })
      expect(body?.size).toBe(10)
      expect(await textOf(body)).toBe(expected)
    })

    test('deletes, and deleting what is not there is no error', async () => {
      const storage = await open()
      await storage.put('videos/one/720p', streamOf('x'))
      await storage.put('videos/one/480p', streamOf('y'))
      await storage.delete('videos/one/720p')
      await storage.delete('videos/one/720p')
      await storage.delete('never/there')
      expect(await keysIn(storage)).toEqual(['videos/one/480p'])
    })

    test('deletes just the object of that name, not what lies below or above it', async () => {
      const storage = await open()
      await storage.put('videos/one/480p', streamOf('y'))
      await storage.delete('videos/one')
      await storage.delete('videos/one/480p/deeper')
      expect(await keysIn(storage)).toEqual(['videos/one/480p'])
    })

    test('moves an object with its bytes, over another one too, and says when there is none', async () => {
      const storage = await open()
      await storage.put('videos/one/720p', streamOf('moved'))
      await storage.put('trash/one/720p', streamOf('there before'))
      expect(await storage.move('videos/one/720p', 'trash/one/720p')).toBe(true)
      expect(await keysIn(storage)).toEqual(['trash/one/720p'])
      expect(await textOf(await storage.get('trash/one/720p'))).toBe('moved')
      expect(await storage.move('videos/one/720p', 'trash/two/720p')).toBe(false)
      expect(await keysIn(storage)).toEqual(['trash/one/720p'])
    })

    test('lists by prefix, whole names or not', async () => {
      const storage = await open()
      for (const key of ['videos/a/1', 'videos/a/2', 'videos/ab/1', 'uploads/a/1', 'top']) await storage.put(key, streamOf(key))
      expect(await keysIn(storage)).toEqual(['top', 'uploads/a/1', 'videos/a/1', 'videos/a/2', 'videos/ab/1'])
      expect(await keysIn(storage, 'videos/a/')).toEqual(['videos/a/1', 'videos/a/2'])
      expect(await keysIn(storage, 'videos/a')).toEqual(['videos/a/1', 'videos/a/2', 'videos/ab/1'])
      expect(await keysIn(storage, 'nothing/')).toEqual([])
    })

    test('deletes all that starts so, and nothing else', async () => {
      const storage = await open()
      for (const key of ['videos/a/1/720p', 'videos/a/2/720p', 'videos/ab/1', 'videos/b/1', 'videos/bc'])
        await storage.put(key, streamOf(key))
      await storage.deleteAll('videos/a/')
      expect(await keysIn(storage)).toEqual(['videos/ab/1', 'videos/b/1', 'videos/bc'])
      await storage.deleteAll('videos/b')
      await storage.deleteAll('never/there/')
      expect(await keysIn(storage)).toEqual(['videos/ab/1'])
      for (const prefix of ['', '/', '../', 'videos/../']) await expect(storage.deleteAll(prefix), prefix).rejects.toThrow()
      expect(await keysIn(storage)).toEqual(['videos/ab/1'])
    })

    test('moves an object to another key, over what was there, and says when there is none', async () => {
      const storage = await open()
      const content = randomBytes(700_000)
      await storage.put('uploads/one', streamOf(content))
      await storage.put('videos/one/source', streamOf('older'))
      expect(await storage.move('uploads/one', 'videos/one/source')).toBe(true)
      expect(await keysIn(storage)).toEqual(['videos/one/source'])
      expect(content.equals(await bytesOf(await storage.get('videos/one/source')))).toBe(true)
      expect(await storage.move('uploads/one', 'videos/one/source')).toBe(false)
      expect(content.equals(await bytesOf(await storage.get('videos/one/source')))).toBe(true)
    })

    test('moves the very object that was asked for, and no other', async () => {
      const storage = await open()
      await storage.put('uploads/one', streamOf('looked at'))
      const seen = await storage.head('uploads/one')
      await storage.put('uploads/one', streamOf('put there since'))
      await expect(storage.takeOver('uploads/one', 'videos/one/source', seen?.etag ?? '')).rejects.toThrow(ObjectReplaced)
      expect(await storage.head('videos/one/source')).toBeUndefined()
      expect(await textOf(await storage.get('uploads/one'))).toBe('put there since')
      await storage.put('uploads/two', streamOf('looked at'))
      expect(await storage.takeOver('uploads/two', 'videos/two/source', (await storage.head('uploads/two'))?.etag ?? '')).toBe('moved')
      expect(await textOf(await storage.get('videos/two/source'))).toBe('looked at')
      expect(await storage.takeOver('uploads/none', 'videos/two/source', '"any"')).toBe('absent')
    })

    test.each([
      ['little', 1000],
      ['several parts', 30_000_001],
    ])('copies with some bytes overwritten: %s', async (_name, size) => {
      const storage = await open()
      const content = randomBytes(size)
      await storage.put('videos/one/source', streamOf(content))
      const source = await storage.head('videos/one/source')
      if (!source) throw new Error('it is not there')
      const patches = [
        { offset: 10, length: 4, bytes: Buffer.from('free') },
        { offset: 14, length: 900, bytes: null },
        // Over the border of two parts, and the very end.
        { offset: 16_777_200, length: 3_000_000, bytes: null },
        { offset: size - 3, length: 3, bytes: null },
      ].filter(({ offset, length }) => offset >= 0 && offset + length <= size)
      const expected = Buffer.from(content)
      applyPatches(expected, 0, patches)
      expect(await storage.copyPatched(source, 'videos/one/shared', patches)).toBe(true)
      const copy = await storage.get('videos/one/shared')
      expect(copy?.size).toBe(size)
      expect(expected.equals(await bytesOf(copy))).toBe(true)
      expect(content.equals(await bytesOf(await storage.get('videos/one/source'))), 'the source stays').toBe(true)
      await storage.put('videos/one/source', streamOf(randomBytes(size + 1)))
      await expect(storage.copyPatched(source, 'videos/one/other', patches)).rejects.toThrow(ObjectReplaced)
      await storage.delete('videos/one/source')
      expect(await storage.copyPatched(source, 'videos/one/other', patches)).toBe(false)
      expect(await keysIn(storage)).toEqual(['videos/one/shared'])
    })

    test('takes a file over, which is gone afterwards, and leaves one that it could not take', async () => {
      const storage = await open()
      const path = join(await temporaryFolder(), 'rendition')
      // Larger than one part of a multipart upload.
      const content = randomBytes(9_000_001)
      await writeFile(path, content)
      await expect(storage.putFile('../outside', path)).rejects.toThrow()
      await access(path)
      expect(await storage.putFile('videos/one/720p', path)).toEqual({ size: content.length })
      await expect(access(path)).rejects.toThrow()
      expect(content.equals(await bytesOf(await storage.get('videos/one/720p')))).toBe(true)
      await expect(storage.putFile('videos/two', path)).rejects.toThrow()
      expect(await keysIn(storage)).toEqual(['videos/one/720p'])
    })

    test('names the file behind an object only where there is one', async () => {
      const storage = await open()
      await storage.put('videos/one/720p', streamOf('0123456789'))
      const path = storage.localPath('videos/one/720p')
      if (path) expect(await readFile(path, 'utf8')).toBe('0123456789')
      expect(() => storage.localPath('../outside')).toThrow()
    })

    test.each([
      '',
      '/',
      '/etc/passwd',
      '../x',
      'a/../b',
      'a/..',
      'a//b',
      'a/',
      './a',
      '.hidden',
      'a\\b',
      'a\0b',
      'a b',
      'é',
      'a/日本',
      'a\n',
      'x'.repeat(513),
    ])('refuses %j, which is no key', async (key) => {
      const storage = await open()
      const refusal = 'That is not a storage key.'
      await expect(storage.put(key, streamOf('x'))).rejects.toThrow(refusal)
      await expect(storage.get(key)).rejects.toThrow(refusal)
      await expect(storage.head(key)).rejects.toThrow(refusal)
      await expect(storage.delete(key)).rejects.toThrow(refusal)
      await expect(storage.linkToRead(key, { expiresInSeconds: 60 })).rejects.toThrow(refusal)
      await expect(storage.linkToWrite(key, { expiresInSeconds: 60, contentType: 'video/mp4', maxBytes: 1 })).rejects.toThrow(refusal)
      expect(await keysIn(storage)).toEqual([])
    })
  })

  describe(`${name}: whole or not at all`, () => {
    test('the tag changes whenever the bytes do', async () => {
      const storage = await open()
      const tags = new Set<string | undefined>()
      for (let version = 10; version < 60; version += 1) {
        await storage.put('digits', streamOf(String(version)))
        const head = await storage.head('digits')
        expect(head?.etag).toMatch(/^"[\x21\x23-\x7e]+"$/)
        tags.add(head?.etag)
      }
      expect(tags.size).toBe(50)
    })

    test('takes exactly as many bytes as are allowed and refuses one more', async () => {
      const storage = await open()
      expect(await storage.put('fits', streamOf(randomBytes(100_000)), { maxBytes: 100_000 })).toEqual({ size: 100_000 })
      await expect(storage.put('large', streamOf(randomBytes(100_001)), { maxBytes: 100_000 })).rejects.toMatchObject({ code: 'TOO_LARGE' })
      expect(await keysIn(storage)).toEqual(['fits'])
    })

    test('an aborted put leaves nothing', async () => {
      const storage = await open()
      const stop = new AbortController()
      const { body, isStuck } = stuckStream(500_000)
      const put = storage.put('half', body, { signal: stop.signal })
      const refused = expect(put).rejects.toThrow()
      await isStuck
      expect(await keysIn(storage)).toEqual([])
      stop.abort()
      await refused
      expect(await keysIn(storage)).toEqual([])
      expect(body.destroyed).toBe(true)
    })

    test('a put that was aborted before it began stores nothing', async () => {
      const storage = await open()
      await expect(storage.put('late', streamOf('x'), { signal: AbortSignal.abort() })).rejects.toThrow()
      expect(await keysIn(storage)).toEqual([])
    })

    test('a body that breaks off leaves what was there before', async () => {
      const storage = await open()
      await storage.put('digits', streamOf('old'))
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('new')
          throw new Error('the line went dead')
        })(),
      )
      await expect(storage.put('digits', broken)).rejects.toThrow('the line went dead')
      expect(await textOf(await storage.get('digits'))).toBe('old')
    })

    test('a reader that began before an overwrite reads the old object to its end', async () => {
      const storage = await open()
      const [old, fresh] = [randomBytes(2_000_000), randomBytes(1_000_000)]
      await storage.put('film', streamOf(old))
      const before = await storage.get('film')
      await storage.put('film', streamOf(fresh))
      const after = await storage.get('film')
      await storage.delete('film')
      expect(old.equals(await bytesOf(before))).toBe(true)
      expect(fresh.equals(await bytesOf(after))).toBe(true)
    })

    test('of many that put the same key at once one wins, whole', async () => {
      const storage = await open()
      const contents = Array.from({ length: 10 }, (_, index) => Buffer.alloc(300_000, index))
      await Promise.all(contents.map((content) => storage.put('contested', streamOf(content))))
      const winner = await bytesOf(await storage.get('contested'))
      expect(contents.some((content) => content.equals(winner))).toBe(true)
    })

    test('puts and deletes in one folder at once do not disturb each other', async () => {
      const storage = await open()
      const come = async (index: number) => {
        for (let round = 0; round < 8; round += 1) {
          const key = `shared/deep/folder/${index}`
          await storage.put(key, streamOf(key))
          expect(await textOf(await storage.get(key))).toBe(key)
          await storage.delete(key)
        }
        await storage.put(`shared/deep/folder/kept-${index}`, streamOf('x'))
      }
      await Promise.all(Array.from({ length: 12 }, (_, index) => come(index)))
      expect(await keysIn(storage)).toHaveLength(12)
    })
  })

  describe(`${name}: links`, () => {
    test('a read link gives the object, with the type and under the name it was made for', async () => {
      const storage = await open()
      await storage.put('videos/one/720p', streamOf('0123456789'))
      const link = await storage.linkToRead('videos/one/720p', {
        expiresInSeconds: 60,
        filename: 'Mein "Film" – 日本.mp4',
        contentType: 'video/mp4',
      })
      const answer = await fetch(link)
      expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
      expect(answer.headers.get('content-type')).toBe('video/mp4')
      expect(answer.headers.get('content-length')).toBe('10')
      const disposition = answer.headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]*";/)
      expect(decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? '')).toBe('Mein "Film" – 日本.mp4')
    })

    test('a read link answers a range with just that part, and one outside with 416', async () => {
      const storage = await open()
      await storage.put('digits', streamOf('0123456789'))
      const link = await storage.linkToRead('digits', { expiresInSeconds: 60 })
      const part = await fetch(link, { headers: { Range: 'bytes=3-5' } })
      expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/10', '345'])
      const outside = await fetch(link, { headers: { Range: 'bytes=10-' } })
      expect(outside.status).toBe(416)
    })

    test('a write link takes the object', async () => {
      const storage = await open()
      const content = randomBytes(500_000)
      const link = await storage.linkToWrite('uploads/one', { expiresInSeconds: 60, contentType: 'video/mp4', maxBytes: 500_000 })
      const answer = await fetch(link, { method: 'PUT', body: content, headers: { 'Content-Type': 'video/mp4' } })
      expect(answer.status).toBe(200)
      expect(content.equals(await bytesOf(await storage.get('uploads/one')))).toBe(true)
    })

    test('a read link does not write and a write link does not read', async () => {
      const storage = await open()
      await storage.put('one', streamOf('old'))
      const read = await storage.linkToRead('one', { expiresInSeconds: 60 })
      const write = await storage.linkToWrite('one', { expiresInSeconds: 60, contentType: 'video/mp4', maxBytes: 100 })
      const put = await fetch(read, { method: 'PUT', body: 'new', headers: { 'Content-Type': 'video/mp4' } })
      const get = await fetch(write)
      expect([put.ok, get.ok]).toEqual([false, false])
      expect(await get.text()).not.toContain('old')
      expect(await textOf(await storage.get('one'))).toBe('old')
    })
  })
}
