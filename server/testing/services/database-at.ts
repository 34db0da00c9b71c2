import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { silentLog } from '../silent-log.ts'

/** A connection of the test's own to the database of a product. */
export const databaseAt = (url: string): Promise<Database> =>
  openDatabase({ database: { kind: 'external', url }, dataDir: '/nonexistent' }, silentLog)
