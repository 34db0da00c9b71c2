import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rm, stat, unlink, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { ContentHash } from '../content/content-hash.ts'
import { errorCode } from '../error-code.ts'
import {
  deleteEmptyFolders,
  describeFile,
  filesBelow,
  ignoreMissing,
  ignoreNoFile,
  putInPlace,
  sweepIncoming,
  writeAll,
} from './local-files.ts'
import { overwrite } from './overwrite-file.ts'
import { type LinkClaims, signLink, verifyLink } from './signed-link.ts'
import { assertKey, ObjectReplaced, type PutOptions, type Storage } from './storage.ts'

interface LocalPutOptions extends PutOptions {
  /** Called with the function that puts the received file in place, so that the caller may refuse, or record it in the same transaction. */
  commit?: (place: () => Promise<void>, size: number, contentHash: Buffer) => Promise<void>
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

interface Folders {
  objects: string
  incoming: string
}

const staleAfterMs = 24 * 60 * 60 * 1000
/** A transfer in which nothing arrives for this long is abandoned. */
const abandonedAfterMs = 60 * 60 * 1000
const readChunk = 256 * 1024

export async function openLocalStorage({ folder, linkBase, secret }: LocalStorageOptions): Promise<LocalStorage> {
  const folders: Folders = { objects: join(folder, 'objects'), incoming: join(folder, 'incoming') }
  const { objects, incoming } = folders
  await mkdir(objects, { recursive: true })
  await mkdir(incoming, { recursive: true })
  await sweepIncoming(incoming, Date.now() - staleAfterMs)
  return {
    ...putOperations(folders),
    ...copyOperations(folders),
    ...readOperations(folders),
    ...deleteOperations(folders),
    ...linkOperations(linkBase, secret),

    localPath: (key) => pathOf(folders, key),

    removeAbandoned: (now = new Date()) => sweepIncoming(incoming, now.getTime() - abandonedAfterMs),

    async check() {
      await readdir(incoming)
    },
  }
}

function pathOf({ objects }: Folders, key: string): string {
  assertKey(key)
  return join(objects, ...key.split('/'))
}

function putOperations(folders: Folders): Pick<LocalStorage, 'put' | 'putFile'> {
  const { objects, incoming } = folders
  const put: LocalStorage['put'] = async (key, body, options = {}) => {
    const path = pathOf(folders, key)
    const temporary = join(incoming, randomUUID())
    try {
      const file = await open(temporary, 'wx')
      const hash = new ContentHash()
      const size = await writeAll(file, body, { ...options, ...(options.commit && { hash }) })
      const place = () => putInPlace(temporary, path, objects)
      await (options.commit?.(place, size, hash.digest()) ?? place())
      return { size }
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
  return {
    put,

    async putFile(key, source) {
      const path = pathOf(folders, key)
      const file = await open(source)
      const { size } = await file.stat()
      await file.sync().finally(() => file.close())
      try {
        await putInPlace(source, path, objects)
      } catch (error) {
        if (errorCode(error) !== 'EXDEV') throw error
        // On another file system a rename is not possible, so the file is copied through `incoming`.
        await put(key, createReadStream(source))
        await rm(source)
      }
      return { size }
    },
  }
}

function copyOperations(folders: Folders): Pick<LocalStorage, 'move' | 'takeOver' | 'copyPatched'> {
  const { objects, incoming } = folders
  const move = async (from: string, to: string, check?: (source: string, target: string) => Promise<void>): Promise<boolean> => {
    const [source, target] = [pathOf(folders, from), pathOf(folders, to)]
    const info = await stat(source).catch(ignoreMissing)
    if (!info?.isFile()) return false
    await putInPlace(source, target, objects)
    await check?.(source, target)
    const now = new Date()
    await utimes(target, now, now)
    await deleteEmptyFolders(dirname(source), objects)
    return true
  }
  return {
    move: (from, to) => move(from, to),

    async takeOver(from, to, etag) {
      // Checked after the move: before it, the object might still be replaced.
      const isMoved = await move(from, to, async (source, target) => {
        if (describeFile(to, await stat(target)).etag === etag) return
        await link(target, source).catch(() => {})
        await rm(target)
        throw new ObjectReplaced()
      })
      return isMoved ? 'moved' : 'absent'
    },

    async copyPatched(from, to, patches) {
      const source = pathOf(folders, from.key)
      const path = pathOf(folders, to)
      const temporary = join(incoming, randomUUID())
      try {
        const isThere = await copyFile(source, temporary, constants.COPYFILE_FICLONE).then(() => true, ignoreNoFile)
        const now = await headOf(folders, from.key)
        if (!isThere || !now) return false
        if (now.etag !== from.etag) throw new ObjectReplaced()
        await overwrite(temporary, patches)
        await putInPlace(temporary, path, objects)
        return true
      } finally {
        await rm(temporary, { force: true })
      }
    },
  }
}

async function headOf(folders: Folders, key: string) {
  const info = await stat(pathOf(folders, key)).catch(ignoreMissing)
  return info?.isFile() ? describeFile(key, info) : undefined
}

const readOperations = (folders: Folders): Pick<LocalStorage, 'get' | 'head' | 'list'> => ({
  async get(key, range) {
    const path = pathOf(folders, key)
    const file = await open(path).catch(ignoreMissing)
    if (!file) return undefined
    const info = await file.stat()
    if (!info.isFile()) {
      await file.close()
      return undefined
    }
    const stream = createReadStream(path, { fd: file, highWaterMark: readChunk, ...range })
    return { ...describeFile(key, info), stream }
  },

  head: (key) => headOf(folders, key),

  list: (prefix) => listObjects(folders, prefix),
})

async function* listObjects({ objects }: Folders, prefix: string) {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  if (folder) assertKey(folder.slice(0, -1))
  for await (const path of filesBelow(join(objects, ...folder.split('/')))) {
    const key = relative(objects, path).split(sep).join('/')
    if (!key.startsWith(prefix)) continue
    const info = await stat(path).catch(ignoreMissing)
    if (info) yield describeFile(key, info)
  }
}

function deleteOperations(folders: Folders): Pick<LocalStorage, 'delete' | 'deleteAll'> {
  const { objects } = folders
  const remove = async (key: string): Promise<void> => {
    const path = pathOf(folders, key)
    await unlink(path).catch(ignoreNoFile)
    await deleteEmptyFolders(dirname(path), objects)
  }
  return {
    delete: remove,

    async deleteAll(prefix) {
      assertKey(prefix.replace(/\/$/, ''))
      if (prefix.endsWith('/')) {
        await rm(join(objects, ...prefix.split('/')), { recursive: true, force: true })
        await deleteEmptyFolders(dirname(join(objects, prefix)), objects)
      } else {
        for await (const { key } of listObjects(folders, prefix)) await remove(key)
      }
    },
  }
}

function linkOperations(linkBase: string, secret: string): Pick<LocalStorage, 'linkToRead' | 'linkToWrite' | 'acceptLink'> {
  const linkFor = (claims: LinkClaims): string => {
    assertKey(claims.key)
    return `${linkBase}/${claims.key}?${signLink(claims, secret)}`
  }
  return {
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
  }
}

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
