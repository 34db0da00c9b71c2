import type { Statistics } from '@video-forge/contract/plays'
import { deviceClasses, playRules, type StatisticsPeriod } from '@video-forge/contract/rules/play-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { wholeSite } from '../../platform/database/whole-site.ts'
import { medianStartup, startupCounters } from '../counting/startup-times.ts'
import { readCurrentViewers } from '../storing/current-viewers.ts'
import { daysBetween, firstDay, monthOf, stepFor, today } from './period-days.ts'

/** Whose statistics: one video, all videos of a person, or the site. */
export type Subject = { kind: 'video'; id: string } | { kind: 'owner'; id: string } | { kind: 'site' }

const maxHostsShown = 20
const maxVideosShown = 10

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** The rows of a subject in play_days and play_hosts. */
const rowsOf = (subject: Subject): RawBuilder<boolean> => {
  if (subject.kind === 'owner') return sql<boolean>`subject in (select id from videos where user_id = ${subject.id})`
  return sql<boolean>`subject = ${subject.kind === 'site' ? wholeSite : subject.id}`
}

export async function readStatistics(db: Db, subject: Subject, period: StatisticsPeriod, now = Date.now()): Promise<Statistics> {
  const first = firstDay(period, now)
  const rows = sql<boolean>`${rowsOf(subject)} and ${first ? sql`day >= ${first}::date` : sql`true`}`
  // Month rows lie before every period that has a first day, but a month may begin within it.
  const condition = first ? sql<boolean>`${rows} and not is_month` : rows
  const [days, hosts, curve, viewersNow, videos] = await Promise.all([
    readDays(db, condition),
    readHosts(db, condition),
    subject.kind === 'video' ? readCurve(db, condition) : null,
    readCurrentViewers(db, subject.kind === 'site' ? undefined : rowsOf(subject)),
    readVideos(db, subject, condition),
  ])
  const total = (of: (day: DayRow) => number) => sumOf(days.map(of))
  const plays = total((day) => day.plays)
  const counters = (of: (day: DayRow) => readonly number[], length: number) =>
    Array.from({ length }, (_, at) => total((day) => of(day)[at] ?? 0))
  const from = first ?? days[0]?.day ?? today(now)
  const step = period === 'all' ? stepFor(from, now) : 'day'
  return {
    period,
    views: total((day) => day.views),
    plays,
    watchSeconds: total((day) => day.watchSeconds),
    averageShare: plays > 0 ? Math.min(1, total((day) => day.shares) / plays) : null,
    retention: curve && plays > 0 ? curve.map((reached) => Math.min(1, reached / plays)) : null,
    step,
    byDay: pointsOf(days, daysBetween(from, today(now), step), step),
    referrers: hosts,
    devices: devicesOf(counters((day) => day.devices, deviceClasses.length)),
    startup: medianStartup(counters((day) => day.startup, startupCounters)),
    stalls: total((day) => day.stalls),
    viewersNow,
    videos,
  }
}

interface DayRow {
  day: string
  views: number
  plays: number
  watchSeconds: number
  shares: number
  stalls: number
  startup: number[]
  devices: number[]
}

async function readDays(db: Db, condition: RawBuilder<boolean>): Promise<DayRow[]> {
  const sums = (column: 'startup' | 'devices', length: number) =>
    sql`array[${sql.join(Array.from({ length }, (_, at) => sql`coalesce(sum(${sql.ref(column)}[${sql.lit(at + 1)}]), 0)::float8`))}]`
  const { rows } = await sql<DayRow>`
    select day::text, sum(views)::float8 as views, sum(plays)::float8 as plays, sum(watch_seconds) as "watchSeconds", sum(shares) as shares,
      sum(stalls)::float8 as stalls, ${sums('startup', startupCounters)} as startup, ${sums('devices', deviceClasses.length)} as devices
    from play_days where ${condition} group by day order by day`.execute(db)
  return rows
}

/** How many plays reached each hundredth. */
export async function readCurve(db: Db, condition: RawBuilder<boolean>): Promise<number[]> {
  const { rows } = await sql<{ reached: number[] }>`select sum_counters(reached) as reached from play_days where ${condition}`.execute(db)
  const reached = rows[0]?.reached ?? []
  return Array.from({ length: playRules.retentionParts }, (_, at) => reached[at] ?? 0)
}

async function readHosts(db: Db, condition: RawBuilder<boolean>): Promise<Statistics['referrers']> {
  const { rows } = await sql<{ host: string; views: number; total: number }>`
    select host, sum(views)::float8 as views, sum(sum(views)) over ()::float8 as total
    from play_hosts where ${condition} group by host order by 2 desc, host limit ${maxHostsShown}`.execute(db)
  return rows.map(({ host, views, total }) => ({ host, views, share: views / total }))
}

/** The videos with most views. Not for the whole site: the days of all its videos are too many to sum. */
async function readVideos(db: Db, subject: Subject, condition: RawBuilder<boolean>): Promise<Statistics['videos']> {
  if (subject.kind !== 'owner') return []
  const { rows } = await sql<Statistics['videos'][number]>`
    select id, title, sum(views)::float8 as views, sum(watch_seconds) as "watchSeconds"
    from play_days join videos on videos.id = subject where ${condition}
    group by id order by 3 desc, 4 desc limit ${maxVideosShown}`.execute(db)
  return rows
}

function pointsOf(rows: readonly DayRow[], days: readonly string[], step: 'day' | 'month'): Statistics['byDay'] {
  const points = new Map(days.map((day) => [day, { day, views: 0, plays: 0, watchSeconds: 0 }]))
  for (const { day, views, plays, watchSeconds } of rows) {
    const point = points.get(step === 'month' ? monthOf(day) : day)
    if (!point) continue
    point.views += views
    point.plays += plays
    point.watchSeconds += watchSeconds
  }
  return [...points.values()]
}

function devicesOf(counts: readonly number[]): Statistics['devices'] {
  const total = sumOf(counts)
  return deviceClasses
    .map((device, at) => ({ device, views: counts[at] ?? 0, share: total > 0 ? (counts[at] ?? 0) / total : 0 }))
    .filter(({ views }) => views > 0)
    .sort((a, b) => b.views - a.views)
}
