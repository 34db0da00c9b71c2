import * as z from 'zod'
import { answer, endpoint, id, invitationId } from '../endpoint.ts'
import { limits } from '../rules/limits.ts'
import { sentences } from '../sentences.ts'
import { accountFields } from './accounts.ts'

const moment = z.iso.datetime()

const invitation = z
  .object({
    id,
    email: z.string(),
    /** Null if the admin's account is gone. */
    invitedBy: z.string().nullable(),
    createdAt: moment,
    expiresAt: moment,
    isExpired: z.boolean(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitation>

/** Accounts by invitation: an admin mails a link, which works once. */
export const invitationEndpoints = {
  'POST /auth/invitation': endpoint({
    summary: 'Whom an invitation is for, by the token of its link',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    body: z.object({
      token: z.string({ error: sentences.invitationGone }).min(1, sentences.invitationGone).max(200, sentences.invitationGone),
    }),
    output: answer({ invitation: z.object({ email: z.string(), expiresAt: moment }) }),
    errors: ['NOT_FOUND'],
  }),
  'GET /admin/invitations': endpoint({
    summary: 'Invitations that were not used yet, newest first',
    access: 'admin',
    scope: 'admin',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50), cursor: z.string().optional() }),
    output: answer({ invitations: z.array(invitation), nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'POST /admin/invitations': endpoint({
    summary: `Mail somebody a link to create an account, valid for ${limits.invitationDays} days; an earlier one to the same address stops working`,
    access: 'admin',
    scope: 'admin',
    body: z.object({ email: accountFields.email }),
    status: 201,
    output: answer({ invitation }),
    errors: ['EMAIL_TAKEN', 'CONFLICT', 'UNAVAILABLE'],
  }),
  'DELETE /admin/invitations/{id}': endpoint({
    summary: 'Revoke an invitation',
    access: 'admin',
    scope: 'admin',
    params: z.object({ id: invitationId }),
    output: answer({ result: z.object({ revoked: z.boolean() }) }),
    errors: ['NOT_FOUND'],
  }),
}
