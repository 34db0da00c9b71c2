import { type Kysely, sql } from 'kysely'

/**
 * Whether a video that is made again is a screen, which its tries show: the encoder looks for what only screens have there, and nowhere else. A process of
 * the version before looks for it everywhere, which makes the same bytes with more CPU time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reencodes add column is_screen boolean`.execute(db)
}
