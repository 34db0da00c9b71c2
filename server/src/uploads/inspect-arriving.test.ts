import { Readable } from 'node:stream'
import { findFfmpeg } from '@video-forge/media/run/ffmpeg/find-ffmpeg'
import { openMediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { expect, onTestFinished, test } from 'vitest'
import { clipFile, smallClip } from '../../testing/media/clips.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createLocalCopies } from '../platform/storage/file-copies.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { createInspector } from './inspect-file.ts'

const inspect = createInspector(await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined })))

/** A film with 64 MB behind it, as remote storage would send it: what follows the film comes when `then` is over. */
async function openLarge(film: Buffer, then: () => Promise<void>) {
  const spare = Buffer.alloc(64 << 20)
  spare.writeUInt32BE(spare.length, 0)
  spare.write('free', 4)
  const content = Buffer.concat([film, spare])
  let isBroken = false
  const get: Storage['get'] = async (key, range) => {
    if (isBroken) throw new Error('The store is gone.')
    const { start, end } = range ?? { start: 0, end: content.length - 1 }
    const stream = Readable.from(
      (async function* () {
        yield content.subarray(start, range ? end + 1 : film.length + 100)
        if (range) return
        await then().catch((error) => {
          isBroken = true
          throw error
        })
        yield content.subarray(film.length + 100)
      })(),
    )
    return { key, size: content.length, modifiedAt: new Date(0), etag: '"one"', stream }
  }
  const storage = { get, localPath: () => undefined } as unknown as Storage
  const copies = createLocalCopies(storage, { scratch: await temporaryFolder(), idleMs: 0, readsAddresses: async () => true })
  onTestFinished(() => copies.close())
  return { copies, size: content.length }
}

const never = (): Promise<void> => new Promise(() => {})

test('a large file from remote storage is described before all of it has arrived', async () => {
  const { copies, size } = await openLarge(await clipFile('clip.mp4', smallClip), never)
  const { metadata, mimeType, privacy, facts } = await copies.use('key', inspect)
  expect([mimeType, metadata.size, facts?.size]).toEqual(['video/mp4', size, size])
  // What is behind the film is not read to see whether it is empty.
  expect(privacy).toBe('something')
  expect(metadata).toMatchObject({ videoCodec: 'h264' })
})

test('what is no video is refused only when all of it could be read', async () => {
  const { copies } = await openLarge(Buffer.from('just words, and nothing that a program could play'), async () => {
    throw new Error('The connection is lost.')
  })
  await expect(copies.use('key', inspect)).rejects.toThrow('The store is gone.')
})
