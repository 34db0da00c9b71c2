import { Failure } from '@video-forge/contract/errors'
import { exportSentences } from '@video-forge/contract/rules/export-rules'
import { archiveVersion } from '../platform/archive/archive-format.ts'
import type { Db } from '../platform/database/database.ts'
import { isUuid } from '../platform/database/uuid.ts'
import type { ByteRange, Storage } from '../platform/storage/storage.ts'
import { filenameOf } from './export-handlers.ts'
import type { ExportLinks } from './export-links.ts'
import { FileMissing, readRange } from './read-range.ts'

interface ArchiveDeps {
  db: Db
  storage: Pick<Storage, 'get'>
  links: ExportLinks
}

export interface Archive {
  filename: string
  size: number
  etag: string
  read(range: ByteRange): AsyncIterable<Buffer>
}

/** The archive behind a signed address. Undefined when the address is wrong or has expired, or the export or its owner is gone. */
export const createFindArchive =
  ({ db, storage, links }: ArchiveDeps) =>
  async (id: string, grant: string): Promise<Archive | undefined> => {
    if (!isUuid(id) || !links.isValid(id, grant)) return undefined
    const row = await db
      .selectFrom('exports')
      .innerJoin('users', 'users.id', 'exports.user_id')
      .select(['folder', 'bytes', 'outdated_at'])
      .where('exports.id', '=', id)
      .where('expires_at', '>', new Date())
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!row || row.bytes === null) return undefined
    if (row.outdated_at) throw new Failure('GONE', exportSentences.outdated)
    return {
      filename: filenameOf(row),
      size: Number(row.bytes),
      etag: `"${id}-${archiveVersion}"`,
      read: (range) => markingOutdated(db, id, readRange({ db, storage }, id, range)),
    }
  }

/** The next request says why this one broke off. */
async function* markingOutdated(db: Db, id: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    if (error instanceof FileMissing) await db.updateTable('exports').set({ outdated_at: new Date() }).where('id', '=', id).execute()
    throw error
  }
}
