import { sql } from 'kysely'

/** Workers send a heartbeat every few seconds; one that missed several counts as stopped. */
export const aliveAfter = sql<Date>`now() - interval '20 seconds'`
