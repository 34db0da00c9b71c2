import { Failure } from '@video-forge/contract/errors'
import { exportRules } from '@video-forge/contract/rules/export-rules'
import { sql, type Transaction } from 'kysely'
import { type AccountRecord, archiveFormat, archiveVersion, recordNames } from '../platform/archive/archive-format.ts'
import { tarEnd } from '../platform/archive/tar-header.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { RunningTask, TaskKind } from '../platform/tasks/task-kind.ts'
import { jsonEntry, storeEntries } from './archive-entry.ts'
import { entriesOfVideo, folderOf, type VideoDeps } from './entries-of-video.ts'
import { readPlaylists } from './read-playlists.ts'

interface KindDeps extends VideoDeps {
  publicUrl: string
}

/** What is asked for is in the table of exports. */
type Request = Record<string, never>
type Details = Record<string, never>

const batchSize = 200

/** Makes the list of an archive: an item is a video. Nothing is read of large files but their sizes. */
export const exportKind = ({ db, publicUrl, ...files }: KindDeps): TaskKind<Request, Details> => ({
  name: 'export',
  atOnce: 4,

  async *list({ userId }, listedTo) {
    for (let after = typeof listedTo === 'string' ? listedTo : undefined; ; ) {
      const videos = await nextVideos(db, userId, after)
      after = videos.at(-1)?.id
      if (after === undefined) return
      yield { items: videos.map(({ id, title }) => ({ key: id, label: title, details: {} })), listedTo: after }
    }
  },

  async run(task, { key: videoId, label, number }) {
    const asked = await readExport(db, task)
    const folder = `${asked.folder}/${folderOf(number, label)}`
    const entries = await entriesOfVideo({ db, ...files }, { videoId, userId: task.userId, folder, hasRenditions: asked.has_renditions })
    if (!entries) return { status: 'skipped', reason: 'This video was deleted.' }
    await whileOpen(db, task, (transaction) => storeEntries(transaction, task.id, number, entries))
    const hasFile = entries.some(({ content }) => content === undefined)
    return { status: 'done', videoId, reason: hasFile ? undefined : 'It has no file yet, so only its description is in the archive.' }
  },

  async finish(task) {
    const { folder, has_renditions } = await readExport(db, task)
    const playlists = await readPlaylists(db, task.userId)
    const account = await describeAccount(db, task, { site: publicUrl, hasRenditions: has_renditions })
    await whileOpen(db, task, async (transaction) => {
      await storeEntries(transaction, task.id, 0, [
        jsonEntry(`${folder}/${recordNames.account}`, new Date(), account),
        jsonEntry(`${folder}/${recordNames.playlists}`, new Date(), playlists),
      ])
      await placeEntries(transaction, task.id)
    })
    return `The archive is ready. You can download it on your account page for ${exportRules.keptDays} days.`
  },
})

const nextVideos = (db: Db, userId: string, after: string | undefined) =>
  db
    .selectFrom('videos')
    .select(['id', 'title'])
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(batchSize)
    .execute()

async function readExport(db: Db, { id }: RunningTask<Request>) {
  const row = await db.selectFrom('exports').select(['folder', 'has_renditions']).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND', 'This export was deleted.')
  return row
}

/** A worker that has lost the task must not change the list of an archive that somebody downloads already. */
const whileOpen = (db: Db, { id }: RunningTask<Request>, write: (transaction: Transaction<Tables>) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const open = await transaction.selectFrom('exports').select('bytes').where('id', '=', id).forUpdate().executeTakeFirst()
    if (open?.bytes === null) await write(transaction)
  })

async function describeAccount(
  db: Db,
  { id, userId }: RunningTask<Request>,
  { site, hasRenditions }: { site: string; hasRenditions: boolean },
): Promise<AccountRecord> {
  const user = await db.selectFrom('users').select(['username', 'email', 'created_at']).where('id', '=', userId).executeTakeFirstOrThrow()
  const { count } = await db
    .selectFrom('export_entries')
    .select(({ fn }) => fn.count<string>('number').distinct().as('count'))
    .where('export_id', '=', id)
    .where('number', '>', 0)
    .executeTakeFirstOrThrow()
  return {
    format: archiveFormat,
    version: archiveVersion,
    exportedAt: new Date().toISOString(),
    site,
    account: { username: user.username, email: user.email, createdAt: user.created_at.toISOString() },
    videoCount: Number(count),
    hasRenditions,
  }
}

/** Gives each entry its place. From then on the archive is fixed to the byte. */
async function placeEntries(transaction: Transaction<Tables>, id: string): Promise<void> {
  await sql`
    update export_entries as entry set starts_at = placed.starts_at
    from (
      select number, part, sum(entry_bytes) over (order by number, part) - entry_bytes as starts_at
      from export_entries where export_id = ${id}
    ) as placed
    where entry.export_id = ${id} and entry.number = placed.number and entry.part = placed.part`.execute(transaction)
  await sql`
    update exports set
      bytes = (select sum(entry_bytes) from export_entries where export_id = ${id}) + ${tarEnd.length},
      expires_at = now() + make_interval(days => ${exportRules.keptDays})
    where id = ${id}`.execute(transaction)
}
