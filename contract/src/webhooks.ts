import * as z from 'zod'
import { answer, endpoint } from './endpoint.ts'
import { longestSecret, shortestSecret, webhookUrlProblem } from './rules/webhook-rules.ts'
import { sentences } from './sentences.ts'

const moment = z.iso.datetime()

const delivery = z.object({
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
    last: delivery.nullable(),
    /** Failed deliveries that will be retried. */
    waiting: z.number(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhook>

export const webhookEndpoints = {
  'GET /account/webhook': endpoint({
    summary:
      'The webhook that is called when a job ends (job.completed, job.failed, job.cancelled) or a video gets captions (caption.ready)',
    access: 'signed-in',
    scope: 'read',
    output: answer({ webhook: webhook.nullable() }),
    errors: [],
  }),
  'PUT /account/webhook': endpoint({
    summary: 'Set the webhook that is called when a job ends; without a secret, the previous one stays or a new one is created',
    access: 'signed-in',
    scope: 'manage',
    body: z.object({
      url: z
        .string()
        .trim()
        .superRefine((value, context) => {
          const message = webhookUrlProblem(value)
          if (message) context.addIssue({ code: 'custom', message })
        }),
      secret: z.string().min(shortestSecret, sentences.webhookSecretShort).max(longestSecret, sentences.webhookSecretShort).optional(),
    }),
    output: answer({
      webhook,
      /** A new secret, returned only once. */
      secret: z.string().nullable(),
    }),
    errors: [],
  }),
  'DELETE /account/webhook': endpoint({
    summary: 'Remove the webhook',
    access: 'signed-in',
    scope: 'manage',
    output: answer({ result: z.object({ removed: z.boolean() }) }),
    errors: [],
  }),
  'POST /account/webhook/test': endpoint({
    summary: 'Send a test call now and return the result',
    access: 'signed-in',
    scope: 'manage',
    output: answer({ webhook }),
    errors: ['NOT_FOUND'],
  }),
}
