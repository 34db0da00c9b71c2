import * as z from 'zod'
import { answer, deliveryId, endpoint, id, webhookId, whenMissing } from '../endpoint.ts'
import { limits } from '../rules/limits.ts'
import { pauseCauses, plainestPatterns, webhookPatterns } from '../rules/webhook-rules.ts'
import { lastCall, webhookSecret, webhookUrl } from './webhooks.ts'

const moment = z.iso.datetime()

const accountWebhook = z
  .object({
    id,
    url: z.string(),
    /** Names such as `job.completed`, all of one kind (`job.*`), or all (`*`). */
    events: z.array(z.enum(webhookPatterns)),
    createdAt: moment,
    /** Null while it is called. A paused webhook gets no calls, also not later. */
    pausedAt: moment.nullable(),
    pauseCause: z.enum(pauseCauses).nullable(),
    /** The last call; null before the first one. */
    last: lastCall.nullable(),
    /** Calls that wait for their next attempt. */
    waiting: z.number(),
  })
  .meta({ id: 'AccountWebhook' })
export type AccountWebhook = z.infer<typeof accountWebhook>

const delivery = z
  .object({
    id,
    event: z.string(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    createdAt: moment,
    attempts: z.number(),
    /** The last attempt: when it began, and the milliseconds until the answer; null before the first one. */
    attemptedAt: moment.nullable(),
    durationMs: z.number().nullable(),
    /** The status of the answer; null if there was none. */
    status: z.number().nullable(),
    /** Why the last attempt failed, as a sentence. */
    error: z.string().nullable(),
    nextAttemptAt: moment.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof delivery>

const deliveryDetails = z
  .object({
    ...delivery.shape,
    /** The last request as it was sent; null before the first attempt. */
    request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }).nullable(),
    /** The first 2,000 characters of the answer; null where there was none, or where the receiver is in a private network. */
    answer: z.string().nullable(),
  })
  .meta({ id: 'WebhookDeliveryDetails' })
export type WebhookDeliveryDetails = z.infer<typeof deliveryDetails>

const eventNeeded = 'Choose at least one event, such as job.completed, video.* or *.'

const events = z
  .array(z.enum(webhookPatterns, { error: eventNeeded }), whenMissing(eventNeeded))
  .min(1, eventNeeded)
  .max(50, eventNeeded)
  .transform(plainestPatterns)

const params = z.object({ id: webhookId })
const deliveryParams = z.object({ id: webhookId, deliveryId })

/** A new secret, returned only once; null where the caller sent one. */
const secret = z.string().nullable()

export const accountWebhookEndpoints = {
  'GET /account/webhooks': endpoint({
    summary: 'Your webhooks, oldest first',
    access: 'signed-in',
    scope: 'read',
    output: answer({ webhooks: z.array(accountWebhook) }),
    errors: [],
  }),
  'POST /account/webhooks': endpoint({
    summary: `Create a webhook (at most ${limits.webhooksPerUser}); without events it gets all, without a secret one is created and returned once`,
    access: 'signed-in',
    scope: 'manage',
    body: z.object({ url: webhookUrl, events: events.default(['*']), secret: webhookSecret.optional() }),
    status: 201,
    output: answer({ webhook: accountWebhook, secret }),
    errors: ['CONFLICT'],
  }),
  'GET /account/webhooks/{id}': endpoint({
    summary: 'One of your webhooks',
    access: 'signed-in',
    scope: 'read',
    params,
    output: answer({ webhook: accountWebhook }),
    errors: ['NOT_FOUND'],
  }),
  'PATCH /account/webhooks/{id}': endpoint({
    summary: 'Change address, events or secret of a webhook, pause it or resume it',
    access: 'signed-in',
    scope: 'manage',
    params,
    body: z.object({
      url: webhookUrl.optional(),
      events: events.optional(),
      secret: webhookSecret.optional(),
      isPaused: z.boolean().optional(),
    }),
    output: answer({ webhook: accountWebhook }),
    errors: ['NOT_FOUND'],
  }),
  'DELETE /account/webhooks/{id}': endpoint({
    summary: 'Remove a webhook with its log and its waiting calls',
    access: 'signed-in',
    scope: 'manage',
    params,
    output: answer({ result: z.object({ removed: z.boolean() }) }),
    errors: ['NOT_FOUND'],
  }),
  'POST /account/webhooks/{id}/secret': endpoint({
    summary: 'Replace the secret of a webhook by a new one, which is returned once and signs every call from now on',
    access: 'signed-in',
    scope: 'manage',
    params,
    output: answer({ webhook: accountWebhook, secret: z.string() }),
    errors: ['NOT_FOUND'],
  }),
  'POST /account/webhooks/{id}/test': endpoint({
    summary: 'Send the event test now and return the result; a paused webhook gets it too',
    access: 'signed-in',
    scope: 'manage',
    params,
    output: answer({ webhook: accountWebhook, delivery: deliveryDetails }),
    errors: ['NOT_FOUND'],
  }),
  'GET /account/webhooks/{id}/deliveries': endpoint({
    summary: `The calls of a webhook, newest first: those that wait, and the last ${limits.webhookLogCalls} of ${limits.webhookLogDays} days`,
    access: 'signed-in',
    scope: 'read',
    params,
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50), cursor: z.string().optional() }),
    output: answer({ deliveries: z.array(delivery), nextCursor: z.string().nullable() }),
    errors: ['NOT_FOUND'],
  }),
  'GET /account/webhooks/{id}/deliveries/{deliveryId}': endpoint({
    summary: 'One call of a webhook with its request and answer',
    access: 'signed-in',
    scope: 'read',
    params: deliveryParams,
    output: answer({ delivery: deliveryDetails }),
    errors: ['NOT_FOUND'],
  }),
  'POST /account/webhooks/{id}/deliveries/{deliveryId}/redeliver': endpoint({
    summary: 'Send a call again, with the same id in its body',
    access: 'signed-in',
    scope: 'manage',
    params: deliveryParams,
    status: 202,
    output: answer({ delivery }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}
