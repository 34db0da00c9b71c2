import { newId } from '../src/platform/database/new-id.ts'
import type { connectSql } from './services/sql-client.ts'

interface VideoValues {
  title?: string
  description?: string
  visibility?: 'public' | 'private'
  status?: 'ready' | 'uploaded' | 'processing' | 'failed'
  duration?: number | null
  tags?: string[]
  views?: number
  showViews?: boolean
}

let last = ''

/** Ids of one millisecond have no order, and tests expect the order of their calls. */
function laterId(): string {
  let id = newId()
  while (id <= last) id = newId()
  last = id
  return id
}

/** A video without files, where a test needs only its row. */
export async function insertVideo(sql: Awaited<ReturnType<typeof connectSql>>, userId: string, values: VideoValues = {}): Promise<string> {
  const id = laterId()
  const { title = 'Clip', description = '', visibility = 'public', status = 'ready', duration = 60, tags = [], views = 0 } = values
  await sql.query(
    `insert into videos (id, user_id, title, description, visibility, status, duration, tags, view_count, show_views)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, userId, title, description, visibility, status, duration, tags, views, values.showViews ?? true],
  )
  return id
}
