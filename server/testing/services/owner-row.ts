import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { newId } from '../../src/platform/database/new-id.ts'

/** A connection to a database without a product, closed after the test, and somebody who owns videos in it. */
export async function connectWithOwner(url: string, name = 'a'): Promise<{ client: Client; userId: string }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const userId = newId()
  await client.query(
    `insert into users (id, username, username_key, email, email_key, groups) values ($1, $2, $2, $2 || '@b', $2 || '@b', '{user}')`,
    [userId, name],
  )
  return { client, userId }
}
