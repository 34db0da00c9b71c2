import { Client } from 'pg'
import { afterAll } from 'vitest'

/** A connection to the database of a running product, closed after the tests of the calling file. */
export async function connectSql({ databaseUrl }: { databaseUrl: string }): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  afterAll(() => client.end())
  return client
}
