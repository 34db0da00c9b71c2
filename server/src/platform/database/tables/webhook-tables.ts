import type { PauseCause, WebhookPattern } from '@video-forge/contract/rules/webhook-rules'
import type { ColumnType, Generated } from 'kysely'
import type { MadeAt, Moment } from './time-columns.ts'

export interface AccountWebhooksTable {
  id: string
  user_id: string
  url: string
  secret: string
  events: WebhookPattern[]
  created_at: MadeAt
  last_event: string | null
  last_at: Moment | null
  /** The status of the receiver's answer; null without one. */
  last_status: number | null
  last_error: string | null
  /** Calls in a row that were given up. */
  failures: Generated<number>
  /** The first failed attempt since the last success. */
  failing_since: Moment | null
  paused_at: Moment | null
  pause_cause: PauseCause | null
  /** Its owner still has to be notified of the pause. */
  needs_notice: Generated<boolean>
}

export interface SentRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** Calls of webhooks, written by triggers together with the change: those that wait, and the log of those that ended. */
export interface WebhookCallsTable {
  id: string
  webhook_id: string
  /** The id in the body: a call that is sent again keeps it. */
  event_id: string
  event: string
  payload: ColumnType<object, string, never>
  happened_at: ColumnType<Date, Date | undefined, Date>
  created_at: MadeAt
  attempts: Generated<number>
  /** When it is attempted next; null once it has ended. */
  due_at: Moment | null
  ended_at: Moment | null
  /** The last attempt: when, how long, and what came of it. */
  called_at: Moment | null
  duration_ms: number | null
  status: number | null
  error: string | null
  request: ColumnType<SentRequest | null, string | undefined, string | null>
  /** The first characters of the answer. */
  answer: string | null
}

/** The first webhook of each person, for processes of the version before; kept equal by triggers. */
export interface WebhooksTable {
  user_id: string
  url: string
  secret: string
  created_at: MadeAt
  last_event: string | null
  last_at: Moment | null
  last_status: number | null
  last_error: string | null
}

/** Waiting calls of the first webhook that the version before can make too; see webhooks/adopt-deliveries. */
export interface WebhookDeliveriesTable {
  id: string
  user_id: string
  event: string
  payload: ColumnType<object, string, never>
  attempts: Generated<number>
  due_at: Moment
  created_at: MadeAt
}
