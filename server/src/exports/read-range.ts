import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { tarEnd, tarHeader, tarPadding } from '../platform/archive/tar-header.ts'
import type { Db } from '../platform/database/database.ts'
import type { ByteRange, Storage } from '../platform/storage/storage.ts'

interface ReadDeps {
  db: Db
  storage: Pick<Storage, 'get'>
}

/** A file of the archive was deleted, replaced or given away after its list was made. */
export class FileMissing extends Error {}

interface Entry {
  number: number
  part: number
  path: string
  size: number
  modifiedAt: Date
  key: string | null
  startsAt: number
}

const pageSize = 200
/** Before each retry of a file. Every byte that arrives starts the list again. */
const backoffMs = [500, 1000, 2000]

/** The bytes of an archive from `start` to `end`, both included, made of the stored files. Holds one chunk of one file at a time. */
export async function* readRange(deps: ReadDeps, exportId: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = start
  while (at <= end) {
    const entries = await entriesFrom(deps.db, exportId, at, end)
    const last = entries.at(-1)
    for (const entry of entries)
      yield* cut(bytesOf(deps, exportId, entry, Math.max(0, at - entry.startsAt)), Math.max(at, entry.startsAt), end)
    const reached = last ? endOf(last) : at
    if (entries.length < pageSize && reached <= end) {
      yield* tail(reached, at, end)
      return
    }
    at = Math.max(at, reached)
  }
}

const endOf = (entry: Entry): number => entry.startsAt + tarHeader(entry).length + entry.size + tarPadding(entry.size)

/** The empty blocks at the end of the archive. */
function* tail(startsAt: number, from: number, end: number): Generator<Buffer> {
  yield tarEnd.subarray(Math.max(0, from - startsAt), end - startsAt + 1)
}

/** Ends with the byte `end` of the archive; the first chunk begins at `at`. */
async function* cut(chunks: AsyncIterable<Buffer>, at: number, end: number): AsyncGenerator<Buffer> {
  let position = at
  for await (const chunk of chunks) {
    if (position > end) return
    yield chunk.subarray(0, end - position + 1)
    position += chunk.length
  }
}

async function entriesFrom(db: Db, exportId: string, at: number, end: number): Promise<Entry[]> {
  const { rows } = await sql<Omit<Entry, 'size' | 'startsAt'> & { size: string; startsAt: string }>`
    select number, part, path, size, modified_at as "modifiedAt", storage_key as key, starts_at as "startsAt"
    from export_entries
    where export_id = ${exportId} and starts_at <= ${end} and starts_at >= coalesce(
      (select max(starts_at) from export_entries where export_id = ${exportId} and starts_at <= ${at}), 0)
    order by starts_at limit ${pageSize}`.execute(db)
  return rows.map((row) => ({ ...row, size: Number(row.size), startsAt: Number(row.startsAt) }))
}

/** Of an entry, from one of its bytes on. */
async function* bytesOf(deps: ReadDeps, exportId: string, entry: Entry, from: number): AsyncGenerator<Buffer> {
  const header = tarHeader(entry)
  const { size } = entry
  if (from < header.length) yield header.subarray(from)
  const inFile = Math.max(0, from - header.length)
  if (inFile < size) {
    if (entry.key === null) yield (await readContent(deps.db, exportId, entry)).subarray(inFile)
    else {
      await requireCurrent(deps.db, exportId)
      yield* readStored(deps.storage, entry.key, size, inFile)
    }
  }
  const inPadding = Math.max(0, from - header.length - size)
  const padding = tarPadding(size)
  if (inPadding < padding) yield Buffer.alloc(padding - inPadding)
}

/** A video may get another owner while the archive is sent. */
async function requireCurrent(db: Db, exportId: string): Promise<void> {
  const current = db.selectFrom('exports').select('id').where('id', '=', exportId).where('outdated_at', 'is', null)
  if (!(await current.executeTakeFirst())) throw new FileMissing()
}

async function readContent(db: Db, exportId: string, { number, part, size }: Entry): Promise<Buffer> {
  const row = await db
    .selectFrom('export_entries')
    .select('content')
    .where('export_id', '=', exportId)
    .where('number', '=', number)
    .where('part', '=', part)
    .executeTakeFirst()
  if (row?.content?.length !== size) throw new FileMissing()
  return row.content
}

/** Goes on where the connection to the store was lost. */
async function* readStored(storage: Pick<Storage, 'get'>, key: string, size: number, from: number): AsyncGenerator<Buffer> {
  let at = from
  let retries = 0
  while (at < size) {
    const before = at
    try {
      const object = await storage.get(key, { start: at, end: size - 1 })
      if (object?.size !== size) {
        object?.stream.destroy()
        throw new FileMissing()
      }
      for await (const chunk of object.stream) {
        at += chunk.length
        yield chunk
      }
      if (at < size) throw new Error('The store sent less than it has.')
    } catch (error) {
      if (at > before) retries = 0
      const pauseMs = backoffMs[retries]
      if (error instanceof FileMissing || pauseMs === undefined) throw error
      retries += 1
      await wait(pauseMs)
    }
  }
}
