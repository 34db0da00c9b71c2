import type { ActivityColor } from '@video-forge/contract/rules/admin-rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { listActions } from '../audit/audit.ts'
import { auditMessage } from '../audit/audit-messages.ts'

type ReportedStatus = 'PENDING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'

const reports: Record<ReportedStatus, { color: ActivityColor; message: (title: string, name: string) => string }> = {
  PENDING: { color: 'blue', message: (title, name) => `${name} queued "${title}"` },
  COMPLETED: { color: 'green', message: (title, name) => `"${title}" by ${name} is ready` },
  FAILED: { color: 'red', message: (title, name) => `"${title}" by ${name} failed` },
  CANCELLED: { color: 'gray', message: (title, name) => `"${title}" by ${name} was cancelled` },
}

/** Recent changes of jobs and admin actions, newest first. */
export async function listActivities(db: Db, limit: number, now = new Date()) {
  const [{ rows }, { entries }] = await Promise.all([
    sql<{ id: string; at: Date; status: ReportedStatus; title: string; username: string }>`
      select events.id, events.at, events.status, videos.title, users.username
      from (
        select * from job_events
        where kind = 'status' and status in ('PENDING', 'COMPLETED', 'FAILED', 'CANCELLED')
        order by id desc limit ${limit}
      ) events
      join videos on videos.id = events.job_id join users on users.id = videos.user_id
      order by events.id desc`.execute(db),
    listActions(db, { limit, endsOnly: true }),
  ])
  const jobs = rows.map(({ id, at, status, title, username }) => ({
    id: `job-${id}`,
    activity: reports[status].message(title, username),
    color: reports[status].color,
    at,
  }))
  const actions = entries.map((entry) => ({ id: entry.id, activity: auditMessage(entry), color: 'amber' as const, at: new Date(entry.at) }))
  return [...jobs, ...actions]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit)
    .map((each) => ({ ...each, at: each.at.toISOString(), timeAgo: timeAgo(each.at, now) }))
}

const steps: [seconds: number, unit: string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
]

export function timeAgo(at: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000)
  for (const [length, unit] of steps) {
    const count = Math.floor(seconds / length)
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
