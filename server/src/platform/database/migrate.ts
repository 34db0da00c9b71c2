import { runMigrations } from 'bullmq'
import { Kysely, type Migration, Migrator, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import type { PostgresConnection } from './connection.ts'
import * as accounts from './migrations/0001-accounts.ts'
import * as jobs from './migrations/0002-jobs.ts'
import * as videos from './migrations/0003-videos.ts'
import * as gallery from './migrations/0004-gallery.ts'
import * as live from './migrations/0005-live.ts'
import * as admin from './migrations/0006-admin.ts'
import * as parts from './migrations/0007-parts.ts'
import * as searchWords from './migrations/0008-search-words.ts'
import * as originalName from './migrations/0009-original-name.ts'
import * as machinePace from './migrations/0010-machine-pace.ts'
import * as originalsCount from './migrations/0011-originals-count.ts'
import * as takes from './migrations/0012-takes.ts'
import * as siteRounds from './migrations/0013-site-rounds.ts'
import * as partLeaders from './migrations/0014-part-leaders.ts'
import * as sharedOriginal from './migrations/0015-shared-original.ts'
import * as uploadReservations from './migrations/0016-upload-reservations.ts'
import * as webhookTurns from './migrations/0017-webhook-turns.ts'
import * as accountSettings from './migrations/0018-account-settings.ts'
import * as watchWhileEncoding from './migrations/0019-watch-while-encoding.ts'
import * as videoChoices from './migrations/0020-video-choices.ts'
import * as plays from './migrations/0021-plays.ts'
import * as peopleAndSearch from './migrations/0022-people-and-search.ts'
import * as chosenThumbnail from './migrations/0023-chosen-thumbnail.ts'
import * as unfinishedFiles from './migrations/0024-unfinished-files.ts'
import * as replacements from './migrations/0025-replacements.ts'
import * as captions from './migrations/0026-captions.ts'
import * as auditSentence from './migrations/0027-audit-sentence.ts'
import * as transcriptions from './migrations/0028-transcriptions.ts'
import * as searchText from './migrations/0029-search-text.ts'
import * as searchDocuments from './migrations/0030-search-documents.ts'
import * as unaskedCaptions from './migrations/0031-unasked-captions.ts'
import * as apiKeys from './migrations/0032-api-keys.ts'
import * as protectedPlayback from './migrations/0033-protected-playback.ts'
import * as accountWebhooks from './migrations/0034-account-webhooks.ts'
import * as signOn from './migrations/0035-sign-on.ts'
import * as tasks from './migrations/0036-tasks.ts'
import * as playlists from './migrations/0037-playlists.ts'
import * as tagNames from './migrations/0038-tag-names.ts'
import * as searchFilters from './migrations/0039-search-filters.ts'
import * as imports from './migrations/0040-imports.ts'
import * as videoTrash from './migrations/0041-video-trash.ts'
import * as contentHash from './migrations/0042-content-hash.ts'
import * as exports from './migrations/0043-exports.ts'
import * as reencodes from './migrations/0045-reencodes.ts'
import * as servedBytes from './migrations/0046-served-bytes.ts'
import * as chosenCard from './migrations/0047-chosen-card.ts'
import * as placeholdersAndNames from './migrations/0049-placeholders-and-names.ts'
import * as datedUploads from './migrations/0050-dated-uploads.ts'
import * as copyParts from './migrations/0051-copy-parts.ts'
import * as keptAv1 from './migrations/0052-kept-av1.ts'
import * as usefulAttempts from './migrations/0053-useful-attempts.ts'
import * as keptAv1BySize from './migrations/0054-kept-av1-by-size.ts'
import * as divideSearchBlocks from './migrations/0055-divide-search-blocks.ts'
import * as webhookTagNames from './migrations/0056-webhook-tag-names.ts'
import * as formerFormats from './migrations/0057-former-formats.ts'
import * as screensInAv1 from './migrations/0058-screens-in-av1.ts'

const migrations: Record<string, Migration> = {
  '0001-accounts': { up: accounts.up },
  '0002-jobs': { up: jobs.up },
  '0003-videos': { up: videos.up },
  '0004-gallery': { up: gallery.up },
  '0005-live': { up: live.up },
  '0006-admin': { up: admin.up },
  '0007-parts': { up: parts.up },
  '0008-search-words': { up: searchWords.up },
  '0009-original-name': { up: originalName.up },
  '0010-machine-pace': { up: machinePace.up },
  '0011-originals-count': { up: originalsCount.up },
  '0012-takes': { up: takes.up },
  '0013-site-rounds': { up: siteRounds.up },
  '0014-part-leaders': { up: partLeaders.up },
  '0015-shared-original': { up: sharedOriginal.up },
  '0016-upload-reservations': { up: uploadReservations.up },
  '0017-webhook-turns': { up: webhookTurns.up },
  '0018-account-settings': { up: accountSettings.up },
  '0019-watch-while-encoding': { up: watchWhileEncoding.up },
  '0020-video-choices': { up: videoChoices.up },
  '0021-plays': { up: plays.up },
  '0022-people-and-search': { up: peopleAndSearch.up },
  '0023-chosen-thumbnail': { up: chosenThumbnail.up },
  '0024-unfinished-files': { up: unfinishedFiles.up },
  '0025-replacements': { up: replacements.up },
  '0026-captions': { up: captions.up },
  '0027-audit-sentence': { up: auditSentence.up },
  '0028-transcriptions': { up: transcriptions.up },
  '0029-search-text': { up: searchText.up },
  '0030-search-documents': { up: searchDocuments.up },
  '0031-unasked-captions': { up: unaskedCaptions.up },
  '0032-api-keys': { up: apiKeys.up },
  '0033-protected-playback': { up: protectedPlayback.up },
  '0034-account-webhooks': { up: accountWebhooks.up },
  '0035-sign-on': { up: signOn.up },
  '0036-tasks': { up: tasks.up },
  '0037-playlists': { up: playlists.up },
  '0038-tag-names': { up: tagNames.up },
  '0039-search-filters': { up: searchFilters.up },
  '0040-imports': { up: imports.up },
  '0041-video-trash': { up: videoTrash.up },
  '0042-content-hash': { up: contentHash.up },
  '0043-exports': { up: exports.up },
  '0045-reencodes': { up: reencodes.up },
  '0046-served-bytes': { up: servedBytes.up },
  '0047-chosen-card': { up: chosenCard.up },
  '0049-placeholders-and-names': { up: placeholdersAndNames.up },
  '0050-dated-uploads': { up: datedUploads.up },
  '0051-copy-parts': { up: copyParts.up },
  '0052-kept-av1': { up: keptAv1.up },
  '0053-useful-attempts': { up: usefulAttempts.up },
  '0054-kept-av1-by-size': { up: keptAv1BySize.up },
  '0055-divide-search-blocks': { up: divideSearchBlocks.up },
  '0056-webhook-tag-names': { up: webhookTagNames.up },
  '0057-former-formats': { up: formerFormats.up },
  '0058-screens-in-av1': { up: screensInAv1.up },
}

/** The database schema for the queue's own tables. */
export const queueSchema = 'queue'

/** The advisory lock for migrations: any number, the same in every process. */
const lockKey = 7_248_195_302

/**
 * Brings the schema up to date. Several processes may start at once: the first gets the lock and migrates, the others wait and find nothing
 * left to do. The lock belongs to a connection, so a killed process frees it. `upTo` stops after that migration, to restore older rows.
 *
 * A newer schema is left as it is: during an upgrade old processes run beside new ones, and may be restarted. So each migration must keep
 * what the version before it reads and writes; what is not needed any more is dropped one version later.
 */
export async function migrate(connection: PostgresConnection, upTo?: string): Promise<void> {
  if (upTo !== undefined && !(upTo in migrations)) throw new Error(`This version knows no schema '${upTo}'; use the newer one that does.`)
  const client = new Client(connection)
  // A lost connection rejects its query; the event without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  const pool = new Pool({ ...connection, max: 1 })
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const schema = upTo === undefined ? await compareSchema(client) : 'older'
    if (schema === 'newer') return
    // Most starts find the schema as it should be, and asking the migrator takes a second connection and reads the whole catalogue.
    if (schema === 'older') {
      const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
      const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
      const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
      if (error) throw error
    }
    await runMigrations(client, queueSchema)
  } finally {
    await pool.end()
    await client.end()
  }
}

/** `newer` when all our migrations are done, and others that this version does not know. */
async function compareSchema(client: Client): Promise<'older' | 'same' | 'newer'> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('public.kysely_migration') is not null`)
  if (tables.length === 0) return 'older'
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration')
  const done = new Set(rows.map(({ name }) => name))
  if (!Object.keys(migrations).every((name) => done.has(name))) return 'older'
  return rows.some(({ name }) => !(name in migrations)) ? 'newer' : 'same'
}
