import type { Reencoding } from '@video-forge/contract/admin/admin-reencoding'
import type { Transaction } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import type { Tables } from '../platform/database/tables.ts'
import { forgetSums, readSums, type SumsDeps } from './cached-sums.ts'
import { writeReencodeSettings } from './reencode-settings.ts'
import { describeReencoding } from './reencode-sums.ts'

interface SettingsAction {
  actorId: string
  action: 'reencoding.settings'
  details: Record<string, string | number>
}

interface ReencodeHandlerDeps extends SumsDeps {
  /** Writes the audit entry of an action, in the transaction of the action itself. */
  record: (transaction: Transaction<Tables>, action: SettingsAction) => Promise<void>
  /** What the site has served in each codec. */
  readServed: () => Promise<Reencoding['served']>
}

/** What admins see of, and choose for, videos in AV1. */
export function reencodeHandlers({
  db,
  cache,
  record,
  readServed,
}: ReencodeHandlerDeps): Handlers<'GET /admin/reencoding' | 'PUT /admin/reencoding'> {
  const describe = async () => ({ reencoding: await describeReencoding(db, await readSums({ db, cache }), await readServed()) })
  return {
    'GET /admin/reencoding': describe,

    'PUT /admin/reencoding': async ({ body, caller }) => {
      await db.transaction().execute(async (transaction) => {
        await writeReencodeSettings(transaction, body)
        await record(transaction, { actorId: caller.userId, action: 'reencoding.settings', details: { ...body } })
      })
      await forgetSums({ cache })
      return describe()
    },
  }
}
