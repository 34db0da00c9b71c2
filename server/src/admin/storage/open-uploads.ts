import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/database/uuid.ts'

/**
 * The keys under `uploads/` that are still needed: a video or a job refers to them, or their upload is confirmed or younger than a
 * day.
 */
export async function neededUploads(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const candidates = [...keys]
  const { rows } = await sql<{ key: string }>`
    select original_key as key from videos where original_key = any(${candidates})
    union select input_source from jobs where input_source = any(${candidates})`.execute(db)
  const needed = new Set(rows.map(({ key }) => key))
  const table = await sql<{ name: string | null }>`select to_regclass('public.uploads')::text as name`.execute(db)
  if (table.rows[0]?.name) {
    const open = await sql<{ key: string }>`
      select s3_key as key from uploads
      where s3_key = any(${candidates}) and (confirmed_at is not null or created_at > now() - interval '24 hours')`.execute(db)
    for (const { key } of open.rows) needed.add(key)
  }
  return needed
}

/** An upload can be resumed while its row exists; a task of its own deletes the row after a day. */
export async function isOpenUpload(db: Db, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from uploads where id = ${id}::uuid and confirmed_at is null) as open`.execute(db)
  return rows[0]?.open ?? true
}
