import { sql } from 'kysely'
import { openDatabase } from '../../src/platform/database/database.ts'
import { silentLog } from '../silent-log.ts'

/** A process that opens the embedded database in the given folder, commits a row, says so and stays. */
const dataDir = process.argv.at(-1) ?? ''
const { db } = await openDatabase({ database: { kind: 'embedded' }, dataDir }, silentLog)
await sql`create table if not exists keepsake (one integer)`.execute(db)
await sql`insert into keepsake values (1)`.execute(db)
console.log('ready')
setInterval(() => {}, 1000)
