import type { Reencoding } from '@video-forge/contract/admin/admin-reencoding'
import type { Transaction } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { writeReencodeSettings } from './reencode-settings.ts'
import { describeReencoding } from './reencode-sums.ts'

interface SettingsAction {
  actorId: string
  action: 'reencoding.settings'
  details: Record<string, string | number>
}

interface ReencodeHandlerDeps {
  db: Db
  /** Writes the audit entry of an action, in the transaction of the action itself. */
  record: (transaction: Transaction<Tables>, action: SettingsAction) => Promise<void>
  /** What the site has served in each codec. */
  readServed: () => Promise<Reencoding['served']>
}

/** What admins see of, and choose for, videos in AV1. */
export function reencodeHandlers({
  db,
  record,
  readServed,
}: ReencodeHandlerDeps): Handlers<'GET /admin/reencoding' | 'PUT /admin/reencoding'> {
  return {
    'GET /admin/reencoding': async () => ({ reencoding: await describeReencoding(db, await readServed()) }),

    'PUT /admin/reencoding': async ({ body, caller }) => {
      await db.transaction().execute(async (transaction) => {
        await writeReencodeSettings(transaction, body)
        await record(transaction, { actorId: caller.userId, action: 'reencoding.settings', details: { ...body } })
      })
      return { reencoding: await describeReencoding(db, await readServed()) }
    },
  }
}
