import * as z from 'zod'
import { answer, endpoint } from './endpoint.ts'
import { longestSecret, shortestSecret, webhookUrlProblem } from './rules/webhook-rules.ts'
import { sentences } from './sentences.ts'

const moment = z.iso.datetime()

const delivery = z.object({
  event: z.string(),
  at: moment,
  /** What the receiver answered; null when nothing came. */
  status: z.number().nullable(),
  /** A sentence when it did not arrive; null when it did. */
  error: z.string().nullable(),
})

const webhook = z
  .object({
    url: z.string(),
    created_at: moment,
    /** How the last call went; null before the first one. */
    last: delivery.nullable(),
    /** Calls that have not arrived yet and are tried again. */
    waiting: z.number(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhook>

export const webhookEndpoints = {
  'GET /account/webhook': endpoint({
    summary: 'The address that is called when a job ends',
    access: 'signed-in',
    output: answer({ webhook: webhook.nullable() }),
    errors: [],
  }),
  'PUT /account/webhook': endpoint({
    summary: 'Set the address that is called when a job ends; without a secret the one before stays, or one is made',
    access: 'signed-in',
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
      /** The secret when it is new; it is never told again. */
      secret: z.string().nullable(),
    }),
    errors: [],
  }),
  'DELETE /account/webhook': endpoint({
    summary: 'Call nobody any more',
    access: 'signed-in',
    output: answer({ result: z.object({ removed: z.boolean() }) }),
    errors: [],
  }),
  'POST /account/webhook/test': endpoint({
    summary: 'Call the address once, now, and say how it went',
    access: 'signed-in',
    output: answer({ webhook }),
    errors: ['NOT_FOUND'],
  }),
}
