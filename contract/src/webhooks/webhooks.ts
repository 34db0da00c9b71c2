import * as z from 'zod'
import { answer, endpoint, whenMissing } from '../endpoint.ts'
import { longestSecret, shortestSecret, webhookUrlProblem } from '../rules/webhook-rules.ts'
import { sentences } from '../sentences.ts'

const moment = z.iso.datetime()

export const webhookUrl = z
  .string(whenMissing(sentences.webhookUrlInvalid))
  .trim()
  .superRefine((value, context) => {
    const message = webhookUrlProblem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })
export const webhookSecret = z.string().min(shortestSecret, sentences.webhookSecretShort).max(longestSecret, sentences.webhookSecretShort)

/** The last call of a webhook. */
export const lastCall = z.object({
  event: z.string(),
  at: moment,
  /** The response status; null if there was none. */
  status: z.number().nullable(),
  /** Why the delivery failed, as a sentence; null if it succeeded. */
  error: z.string().nullable(),
})

const webhook = z
  .object({
    url: z.string(),
    created_at: moment,
    /** The last delivery; null before the first one. */
    last: lastCall.nullable(),
    /** Failed deliveries that will be retried. */
    waiting: z.number(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhook>

export const webhookEndpoints = {
  'GET /account/webhook': endpoint({
    summary:
      'The first of your webhooks: called when a job ends (job.completed, job.failed, job.cancelled) or a video gets captions (caption.ready) unless it has other events',
    access: 'signed-in',
    scope: 'read',
    output: answer({ webhook: webhook.nullable() }),
    errors: [],
  }),
  'PUT /account/webhook': endpoint({
    summary: 'Set the first of your webhooks; without a secret, the previous one stays or a new one is created',
    access: 'signed-in',
    scope: 'manage',
    body: z.object({
      url: webhookUrl,
      secret: webhookSecret.optional(),
    }),
    output: answer({
      webhook,
      /** A new secret, returned only once. */
      secret: z.string().nullable(),
    }),
    errors: [],
  }),
  'DELETE /account/webhook': endpoint({
    summary: 'Remove the first of your webhooks; the next one takes its place',
    access: 'signed-in',
    scope: 'manage',
    output: answer({ result: z.object({ removed: z.boolean() }) }),
    errors: [],
  }),
  'POST /account/webhook/test': endpoint({
    summary: 'Send a test call to the first of your webhooks now and return the result',
    access: 'signed-in',
    scope: 'manage',
    output: answer({ webhook }),
    errors: ['NOT_FOUND'],
  }),
}
