import * as z from 'zod'
import { user } from '../accounts/accounts.ts'
import { answer, endpoint, id, userId } from '../endpoint.ts'
import { userSorts } from '../rules/admin-rules.ts'
import { bytes, count, moment, search } from './admin-fields.ts'

const adminUser = user
  .extend({
    disabled: z.boolean(),
    videos: count,
    files: count,
    bytes,
    activeJobs: count,
    /** Null means no limit. */
    quotaBytes: z.number().nullable(),
    quotaJobs: z.number().nullable(),
    lastSignInAt: moment.nullable(),
    createdAt: moment,
  })
  .meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof adminUser>

const auditEntry = z.object({
  id,
  at: moment,
  actor: z.string(),
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const quota = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()
const oneUser = { access: 'admin', scope: 'admin', params: z.object({ id: userId }), errors: ['NOT_FOUND', 'CONFLICT'] } as const

export const adminUserEndpoints = {
  'GET /admin/users': endpoint({
    summary: 'The users with their storage and jobs',
    access: 'admin',
    scope: 'admin',
    query: z.object({
      search,
      sort: z.enum(userSorts).default('newest'),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    output: answer({ result: z.array(adminUser), total: count }),
    errors: [],
  }),
  'PUT /admin/users/{id}/quota': endpoint({
    summary: 'Set the storage and job limits of a user; null means no limit',
    ...oneUser,
    body: z.object({ quotaBytes: quota, quotaJobs: quota }),
    output: answer({ result: adminUser }),
  }),
  'POST /admin/users/{id}/disable': endpoint({
    summary: 'Disable a user: sessions end at once, content stays',
    ...oneUser,
    output: answer({ result: adminUser }),
  }),
  'POST /admin/users/{id}/enable': endpoint({ summary: 'Enable a disabled user', ...oneUser, output: answer({ result: adminUser }) }),
  'POST /admin/users/{id}/password-reset': endpoint({
    summary: 'Mail a user a code for setting a new password',
    ...oneUser,
    errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
    output: answer({ message: z.string() }),
  }),
  'GET /admin/audit': endpoint({
    summary: 'Every admin action: who, what, when. Entries cannot be edited or deleted',
    access: 'admin',
    scope: 'admin',
    query: z.object({ search, limit: z.coerce.number().int().min(1).max(200).default(50), cursor: id.optional() }),
    output: answer({ entries: z.array(auditEntry), nextCursor: z.string().nullable() }),
    errors: [],
  }),
}
