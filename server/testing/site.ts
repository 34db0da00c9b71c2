import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssetType } from '@video-forge/contract/jobs'
import type { JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { Client } from 'pg'
import { newId } from '../src/platform/database/new-id.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { signInAdmin } from './people.ts'
import { type Answer, startProduct, type TestProduct } from './product.ts'

/** The product with its admin signed in, and direct access to its database. */
export interface Site {
  product: TestProduct
  mailbox: Mailbox
  sql: Client
  adminId: string
  asAdmin: (key: string, body?: unknown) => Promise<Answer>
  stop(): Promise<void>
}

export async function openSite(environment: Record<string, string> = {}): Promise<Site> {
  const mailbox = await openMailbox()
  const product = await startProduct({ SMTP_URL: mailbox.url, ...environment })
  const sql = new Client({ connectionString: product.databaseUrl })
  await sql.connect()
  const { tokens, user } = await signInAdmin(product)
  return {
    product,
    mailbox,
    sql,
    adminId: user.id,
    asAdmin: (key, body) => product.call(key, { token: tokens.idToken, ...(body !== undefined && { body }) }),
    async stop() {
      await sql.end()
      await product.stop()
      await mailbox.close()
    },
  }
}

/** A user who exists only as a row. */
export async function addUser({ sql }: Site, name = `u${randomUUID().slice(0, 8)}`): Promise<string> {
  const id = newId()
  await sql.query(
    `insert into users (id, username, username_key, email, email_key, groups, confirmed_at)
     values ($1, $2, $2, $2 || '@example.com', $2 || '@example.com', '{user}', now())`,
    [id, name],
  )
  return id
}

interface NewJob {
  userId: string
  status: JobStatus
  title?: string
  source?: string
  /** How long ago it was created and ended. */
  daysAgo?: number
  assets?: Partial<Record<AssetType, number>>
}

/** A job with its video and the rows of its assets, without their files. */
export async function addJob(
  { sql }: Site,
  { userId, status, title = 'clip', source = 'local-sample.mp4', daysAgo = 0, assets = {} }: NewJob,
) {
  const id = newId()
  const ended = ['COMPLETED', 'FAILED', 'CANCELLED'].includes(status)
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  const videoStatus = status === 'COMPLETED' ? 'ready' : status === 'FAILED' ? 'failed' : 'processing'
  await sql.query(
    `insert into videos (id, user_id, title, visibility, status, duration, created_at) values ($1, $2, $3, 'public', $4, 10, $5)`,
    [id, userId, title, videoStatus, at],
  )
  await sql.query(
    `insert into jobs (id, user_id, input_source, output_formats, status, created_at, updated_at, finished_at, queued_at)
     values ($1, $2, $3, '{480p}', $4, $5, $5, $6, now())`,
    [id, userId, source, status, at, ended ? at : null],
  )
  for (const [type, size] of Object.entries(assets)) {
    await sql.query(
      `insert into assets (id, job_id, asset_type, storage_key, filename, content_type, file_size, created_at)
       values ($1, $2, $3, $4, 'file', 'text/plain', $5, $6)`,
      [newId(), id, type, `videos/${id}/1/${type}`, size, at],
    )
  }
  return id
}

/** Waits until a job has ended. */
export async function ended({ sql }: Site, id: string): Promise<JobStatus> {
  for (;;) {
    const { rows } = await sql.query('select status from jobs where id = $1', [id])
    const status: JobStatus | undefined = rows[0]?.status
    if (status && ['COMPLETED', 'FAILED', 'CANCELLED'].includes(status)) return status
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The files below a folder. */
export async function filesBelow(folder: string): Promise<{ path: string; size: number }[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  // A file may be deleted meanwhile.
  const found = await Promise.all(names.map(async (path) => ({ path, info: await stat(join(folder, path)).catch(() => undefined) })))
  return found.flatMap(({ path, info }) => (info?.isFile() ? [{ path, size: info.size }] : []))
}
