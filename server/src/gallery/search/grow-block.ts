import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

type Connection = Transaction<Tables>

/** Videos whose documents are written again in one transaction, while changes of the block wait for it. */
const batchSize = 10
/** Of advisory locks for blocks; as in migration 0055. */
const lockClass = 1_718_511
/** A longer wait would hold up everybody who writes to the block, because they queue behind it. */
const lockTimeoutMs = 200
/** Blocks become larger than usual before they are divided, so that the parts are not small. */
const maxGrowth = 1.5

interface OverfullBlock {
  number: number
  first_id: string
  /** Of the newest part, which leaves the block. */
  cut_id: string
}

/** Begins a block with the newest videos of one that is too large; false if there is none. */
export async function beginBlock(transaction: Connection, size: number): Promise<boolean> {
  // One process at a time.
  const { rows } = await sql<{ turn: string }>`
    select (select last_value from search_block_turn) as turn from search_division for update skip locked`.execute(transaction)
  const [locked] = rows
  if (!locked) return false
  const block = await findOverfull(transaction, size)
  if (!block) {
    await transaction.updateTable('search_division').set({ checked_turn: locked.turn }).execute()
    return false
  }
  const ids = await lockNewest(transaction, block, block.cut_id)
  const last = ids.at(-1)
  if (last === undefined) return false
  await sql`
    insert into search_blocks (number, first_id, grows_to) select max(number) + 1, ${last}, ${block.cut_id} from search_blocks
    where not exists (select from search_blocks where grows_to is not null) on conflict do nothing`.execute(transaction)
  await writeDocuments(transaction, ids)
  return true
}

/** The newest block that is too large, and where to cut it: into parts of the same size, each about as large as a block. */
async function findOverfull(transaction: Connection, size: number): Promise<OverfullBlock | undefined> {
  const { rows } = await sql<OverfullBlock>`
    with blocks as (select number, first_id, lead(first_id) over (order by first_id) as next_id from search_blocks)
    select number, first_id, (
      select id from videos where id >= first_id and (next_id is null or id < next_id)
      order by id desc offset ceil(video_count / greatest(2, round(video_count / ${size}::numeric)))::int - 1 limit 1
    ) as cut_id
    from blocks cross join lateral (
      select count(*) as video_count from videos where id >= first_id and (next_id is null or id < next_id)
    ) counted
    where video_count > ${maxGrowth * size}
    order by first_id desc limit 1`.execute(transaction)
  return rows[0]
}

/** Moves the next videos to the block that grows, and ends its growth when none is left. */
export async function growBlock(transaction: Connection): Promise<boolean> {
  const { rows } = await sql<{ number: number; first_id: string; grows_to: string }>`
    select number, first_id, grows_to from search_blocks where grows_to is not null for update skip locked`.execute(transaction)
  const [block] = rows
  if (!block) return false
  const before = await transaction
    .selectFrom('search_blocks')
    .select(['number', 'first_id'])
    .where('first_id', '<', block.first_id)
    .orderBy('first_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ids = await lockNewest(transaction, before, block.grows_to)
  await transaction
    .updateTable('search_blocks')
    .set(ids.length < batchSize ? { first_id: block.grows_to, grows_to: null } : { first_id: ids.at(-1) ?? block.first_id })
    .where('number', '=', block.number)
    .execute()
  await writeDocuments(transaction, ids)
  return true
}

/**
 * The newest videos of a block, from an id on. Nobody writes documents of the block until the end of the transaction. It does not wait while
 * it holds anything that others wait for, so it is in no circle of transactions that wait for each other.
 */
async function lockNewest(transaction: Connection, block: Pick<OverfullBlock, 'number' | 'first_id'>, from: string): Promise<string[]> {
  await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${lockClass}::int, ${block.number}::int)`.execute(transaction)
  const { rows } = await sql<{ id: string }>`
    select id from videos where id >= ${from} and id < coalesce(
      (select first_id from search_blocks where first_id > ${block.first_id} order by first_id limit 1), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    order by id desc limit ${batchSize} for share nowait`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Each with the number of the block that it is in now. */
const writeDocuments = (transaction: Connection, ids: readonly string[]) =>
  sql`select index_video_now(id) from unnest(${ids}::uuid[]) id`.execute(transaction)
