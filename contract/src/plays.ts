import * as z from 'zod'
import { answer, asViewer, endpoint, id, noContent, videoId, watchErrors } from './endpoint.ts'
import { deviceClasses, playRules, statisticsPeriods } from './rules/play-rules.ts'

const seconds = z.number().min(0).max(10_000_000)
const count = z.number().int().nonnegative()

const report = z
  .object({
    /** Made by the player for each time a video is opened; stored nowhere. */
    session: z.string().regex(/^[\w-]{8,64}$/, 'The session must have 8 to 64 letters, digits, "-" or "_".'),
    /** What was watched since the last report, in seconds of the video. */
    ranges: z
      .array(z.tuple([seconds, seconds]))
      .max(playRules.maxRanges)
      .refine((ranges) => ranges.every(([from, to]) => from <= to), 'A range must not end before it starts.'),
    /** Seconds from the request to play until the first picture, in the first report of a session; null in all others. */
    startup: z.number().min(0).max(600).nullable(),
    /** Interruptions since the last report. */
    stalls: z.number().int().min(0).max(1000),
    /** Seconds watched in this session so far, this report included. */
    watched: seconds.optional(),
    /** The host that led to the video, without a path; empty when there is none. */
    referrer: z.string().max(300).optional(),
  })
  .meta({ id: 'PlayReport' })
export type PlayReport = z.infer<typeof report>

const share = z.object({ views: count, share: z.number() })
const point = z.object({
  /** The day in UTC, or the first day of the month. */
  day: z.iso.date(),
  views: count,
  plays: count,
  watchSeconds: z.number(),
})
const statistics = z
  .object({
    period: z.enum(statisticsPeriods),
    /** Counted once for each person in 6 hours. */
    views: count,
    /** Every start of the player. */
    plays: count,
    watchSeconds: z.number(),
    /** The mean share of a video that was watched, 0 to 1; null without plays. */
    averageShare: z.number().nullable(),
    /** The share of plays that reached each hundredth of the video; null for several videos, and without plays. */
    retention: z.array(z.number()).nullable(),
    /** Whether a point is a day or a month. */
    step: z.enum(['day', 'month']),
    byDay: z.array(point),
    /** The hosts that led to views; '' for none. */
    referrers: z.array(share.extend({ host: z.string() })),
    devices: z.array(share.extend({ device: z.enum(deviceClasses) })),
    /** The median of seconds until the first picture; null without plays. */
    startup: z.number().nullable(),
    /** Interruptions in all plays. */
    stalls: count,
    viewersNow: count,
    /** The videos with most views in the period, best first; empty for one video. */
    videos: z.array(z.object({ id, title: z.string(), views: count, watchSeconds: z.number() })),
  })
  .meta({ id: 'Statistics' })
export type Statistics = z.infer<typeof statistics>

const ofPeriod = z.object({ period: z.enum(statisticsPeriods).default('28') })

export const playEndpoints = {
  'POST /gallery/videos/{id}/plays': endpoint({
    summary: 'Report what a player has played since its last report',
    access: 'visitor',
    strangers: 'with-credentials',
    scope: 'read',
    params: z.object({ id: videoId }),
    query: z.object(asViewer),
    body: report,
    maxBodyBytes: playRules.maxReportBytes,
    status: 204,
    output: noContent,
    errors: [...watchErrors, 'CONFLICT'],
  }),
  'GET /gallery/videos/{id}/statistics': endpoint({
    summary: 'What viewers did with a video, for its owner and admins',
    access: 'signed-in',
    scope: 'read',
    params: z.object({ id: videoId }),
    query: ofPeriod,
    output: answer(statistics.shape),
    errors: ['NOT_FOUND'],
  }),
  'GET /account/statistics': endpoint({
    summary: 'What viewers did with all your videos',
    access: 'signed-in',
    scope: 'read',
    query: ofPeriod,
    output: answer(statistics.shape),
    errors: [],
  }),
  'GET /admin/statistics': endpoint({
    summary: 'What viewers did on the whole site',
    access: 'admin',
    scope: 'admin',
    query: ofPeriod,
    output: answer(statistics.shape),
    errors: [],
  }),
}
