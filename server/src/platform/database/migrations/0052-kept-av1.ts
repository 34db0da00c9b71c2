import { type Kysely, sql } from 'kysely'

/** A version in AV1 may outlive the rendition that it was made of; see decision 38. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reencodes alter column asset_id drop not null`.execute(db)
}
