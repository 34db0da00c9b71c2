import { randomUUID } from 'node:crypto'
import { constants, createReadStream, type Stats } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, opendir, readdir, rename, rm, rmdir, stat, unlink, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@video-forge/contract/errors'
import { errorCode } from '../error-code.ts'
import { overwrite } from './overwrite-file.ts'
import { type LinkClaims, signLink, verifyLink } from './signed-link.ts'
import { assertKey, ObjectReplaced, type PutOptions, type Storage, type StoredObject } from './storage.ts'

interface LocalPutOptions extends PutOptions {
  /** Called with the function that puts the received file in place, so that the caller may refuse, or record it in the same transaction. */
  commit?: (place: () => Promise<void>, size: number) => Promise<void>
}

export interface LocalStorage extends Storage {
  put(key: string, body: NodeJS.ReadableStream, options?: LocalPutOptions): Promise<{ size: number }>
  localPath(key: string): string
  /** What a link allows; undefined when it is forged, altered or expired. */
  acceptLink(key: string, query: URLSearchParams): LinkClaims | undefined
}

interface LocalStorageOptions {
  folder: string
  /** Where the process answers links, for instance http://localhost:3000/storage. */
  linkBase: string
  secret: string
}

const staleAfterMs = 24 * 60 * 60 * 1000
/** A transfer in which nothing arrives for this long is abandoned. */
const abandonedAfterMs = 60 * 60 * 1000
const readChunk = 256 * 1024

export async function openLocalStorage({ folder, linkBase, secret }: LocalStorageOptions): Promise<LocalStorage> {
  const objects = join(folder, 'objects')
  const incoming = join(folder, 'incoming')
  await mkdir(objects, { recursive: true })
  await mkdir(incoming, { recursive: true })
  await sweepIncoming(incoming, Date.now() - staleAfterMs)

  const pathOf = (key: string): string => {
    assertKey(key)
    return join(objects, ...key.split('/'))
  }

  const linkFor = (claims: LinkClaims): string => {
    assertKey(claims.key)
    return `${linkBase}/${claims.key}?${signLink(claims, secret)}`
  }

  const moveObject = async (from: string, to: string, check?: (source: string, target: string) => Promise<void>): Promise<boolean> => {
    const [source, target] = [pathOf(from), pathOf(to)]
    const info = await stat(source).catch(missing)
    if (!info?.isFile()) return false
    await putInPlace(source, target, objects)
    await check?.(source, target)
    const now = new Date()
    await utimes(target, now, now)
    await dropEmptyFolders(dirname(source), objects)
    return true
  }

  const storage: LocalStorage = {
    async put(key, body, options = {}) {
      const path = pathOf(key)
      const temporary = join(incoming, randomUUID())
      try {
        const file = await open(temporary, 'wx')
        const size = await fill(file, body, options)
        const place = () => putInPlace(temporary, path, objects)
        await (options.commit?.(place, size) ?? place())
        return { size }
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async putFile(key, source) {
      const path = pathOf(key)
      const file = await open(source)
      const { size } = await file.stat()
      await file.sync().finally(() => file.close())
      try {
        await putInPlace(source, path, objects)
      } catch (error) {
        if (errorCode(error) !== 'EXDEV') throw error
        // On another file system a rename is not possible, so the file is copied through `incoming`.
        await storage.put(key, createReadStream(source))
        await rm(source)
      }
      return { size }
    },

    move: (from, to) => moveObject(from, to),

    async takeOver(from, to, etag) {
      // Checked after the move: before it, the object might still be replaced.
      const isMoved = await moveObject(from, to, async (source, target) => {
        if (describe(to, await stat(target)).etag === etag) return
        await link(target, source).catch(() => {})
        await rm(target)
        throw new ObjectReplaced()
      })
      return isMoved ? 'moved' : 'absent'
    },

    async copyPatched(from, to, patches) {
      const source = pathOf(from.key)
      const path = pathOf(to)
      const temporary = join(incoming, randomUUID())
      try {
        const isThere = await copyFile(source, temporary, constants.COPYFILE_FICLONE).then(() => true, notThere)
        const now = await storage.head(from.key)
        if (!isThere || !now) return false
        if (now.etag !== from.etag) throw new ObjectReplaced()
        await overwrite(temporary, patches)
        await putInPlace(temporary, path, objects)
        return true
      } finally {
        await rm(temporary, { force: true })
      }
    },

    async get(key, range) {
      const path = pathOf(key)
      const file = await open(path).catch(missing)
      if (!file) return undefined
      const info = await file.stat()
      if (!info.isFile()) {
        await file.close()
        return undefined
      }
      const stream = createReadStream(path, { fd: file, highWaterMark: readChunk, ...range })
      return { ...describe(key, info), stream }
    },

    localPath: pathOf,

    async head(key) {
      const info = await stat(pathOf(key)).catch(missing)
      return info?.isFile() ? describe(key, info) : undefined
    },

    async delete(key) {
      const path = pathOf(key)
      await unlink(path).catch(notThere)
      await dropEmptyFolders(dirname(path), objects)
    },

    async deleteAll(prefix) {
      assertKey(prefix.replace(/\/$/, ''))
      if (prefix.endsWith('/')) {
        await rm(join(objects, ...prefix.split('/')), { recursive: true, force: true })
        await dropEmptyFolders(dirname(join(objects, prefix)), objects)
      } else {
        for await (const { key } of storage.list(prefix)) await storage.delete(key)
      }
    },

    async *list(prefix) {
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      if (folder) assertKey(folder.slice(0, -1))
      for await (const path of filesBelow(join(objects, ...folder.split('/')))) {
        const key = relative(objects, path).split(sep).join('/')
        if (!key.startsWith(prefix)) continue
        const info = await stat(path).catch(missing)
        if (info) yield describe(key, info)
      }
    },

    linkToRead: async (key, { expiresInSeconds, filename, contentType }) =>
      linkFor({
        method: 'GET',
        key,
        expires: inSeconds(expiresInSeconds),
        ...(filename && { filename }),
        ...(contentType && { contentType }),
      }),

    linkToWrite: async (key, { expiresInSeconds, contentType, maxBytes }) =>
      linkFor({ method: 'PUT', key, expires: inSeconds(expiresInSeconds), contentType, maxBytes }),

    acceptLink: (key, query) => verifyLink(key, query, secret),

    removeAbandoned: (now = new Date()) => sweepIncoming(incoming, now.getTime() - abandonedAfterMs),

    async check() {
      await readdir(incoming)
    },
  }
  return storage
}

/** Writes and syncs: a file must not get its name before its bytes survive a power cut. */
async function fill(
  file: FileHandle,
  body: NodeJS.ReadableStream,
  { maxBytes = Number.POSITIVE_INFINITY, signal }: { maxBytes?: number; signal?: AbortSignal },
): Promise<number> {
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > maxBytes ? new Failure('TOO_LARGE', `The file is larger than the ${maxBytes} bytes that are allowed.`) : null, chunk)
    },
  })
  try {
    await pipeline(body, counter, (chunks: AsyncIterable<Buffer>) => writeInto(file, chunks), { ...(signal && { signal }) })
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

/** Not a write stream, which would close the handle before the sync. */
async function writeInto(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) await file.writeFile(chunk)
}

async function putInPlace(temporary: string, path: string, root: string): Promise<void> {
  const folder = dirname(path)
  for (let attempt = 0; ; attempt += 1) {
    try {
      await mkdir(folder, { recursive: true })
      await rename(temporary, path)
      break
    } catch (error) {
      // A concurrent delete may have removed the folder while it was empty.
      if (attempt === 50 || errorCode(error) !== 'ENOENT') throw error
    }
  }
  for (let parent = folder; parent.startsWith(root); parent = dirname(parent)) await syncFolder(parent)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(missing)
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}

async function dropEmptyFolders(folder: string, root: string): Promise<void> {
  for (let path = folder; path !== root && path.startsWith(root); path = dirname(path)) {
    const gone = await rmdir(path).then(
      () => true,
      () => false,
    )
    if (!gone) return
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(missing)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/** Deletes files to which nothing was written since that moment: a killed process was receiving them. */
async function sweepIncoming(incoming: string, since: number): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const info = await stat(path).catch(missing)
    if (info && info.mtimeMs < since) await rm(path, { recursive: true, force: true })
  }
}

const describe = (key: string, info: Stats): StoredObject => ({
  key,
  size: info.size,
  modifiedAt: info.mtime,
  etag: `"${info.ino.toString(36)}-${info.size.toString(36)}-${Math.round(info.mtimeMs * 1000).toString(36)}"`,
})

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

/** A folder is not an object: unlink fails with EISDIR, or EPERM on macOS. */
function notThere(error: unknown): undefined {
  if (!['EISDIR', 'EPERM'].includes(String(errorCode(error)))) missing(error)
}

function missing(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(String(errorCode(error)))) return undefined
  throw error
}
