import { randomBytes } from 'node:crypto'
import type { Invitation } from '@video-forge/contract/accounts/invitations'
import { Failure } from '@video-forge/contract/errors'
import { invitationFragment } from '@video-forge/contract/rules/account-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Handlers } from '../../http/api/handlers.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import { pageOf, parseIdCursor } from '../../platform/database/cursor.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { AccountDeps } from '../account-deps.ts'
import { identityKey } from '../identity-key.ts'
import { invitationMail } from '../mails/mails.ts'
import { invitationLimits, registerLimits } from '../sign-in/limits.ts'
import { hashToken } from './permit-account.ts'

type InvitationKeys = 'POST /auth/invitation' | 'GET /admin/invitations' | 'POST /admin/invitations' | 'DELETE /admin/invitations/{id}'

/** Invitations by admins. A used one has no row any more. */
export function invitationHandlers(parts: AccountDeps): Handlers<InvitationKeys> {
  const { db, cache, audit } = parts
  return {
    'POST /auth/invitation': async ({ body: { token }, facts }) => {
      await takeFrom(cache, registerLimits(facts.address))
      const found = await db
        .selectFrom('invitations')
        .select(['email', 'expires_at'])
        .where('hash', '=', hashToken(token))
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      if (!found) throw new Failure('NOT_FOUND', sentences.invitationGone)
      return { invitation: { email: found.email, expiresAt: found.expires_at.toISOString() } }
    },

    'GET /admin/invitations': async ({ query: { limit, cursor } }) => {
      const before = cursor === undefined ? undefined : parseIdCursor(cursor)
      const rows = await selectInvitations(parts)
        .$if(before !== undefined, (query) => query.where('invitations.id', '<', before ?? ''))
        .orderBy('invitations.id', 'desc')
        .limit(limit + 1)
        .execute()
      const { page, nextCursor } = pageOf(rows, limit, (last) => last.id)
      return { invitations: page.map(describe), nextCursor }
    },

    'POST /admin/invitations': async ({ body: { email }, caller }) => ({ invitation: await invite(parts, email, caller.userId) }),

    'DELETE /admin/invitations/{id}': async ({ params, caller }) => {
      await db.transaction().execute(async (transaction) => {
        const revoked = await transaction.deleteFrom('invitations').where('id', '=', params.id).returning('email').executeTakeFirst()
        if (!revoked) throw new Failure('NOT_FOUND', 'There is no such invitation.')
        await audit(transaction, { actorId: caller.userId, action: 'invitation.revoke', target: revoked.email })
      })
      return { result: { revoked: true } }
    },
  }
}

async function invite(parts: AccountDeps, email: string, adminId: string): Promise<Invitation> {
  const { db, cache, config, mail, audit, log } = parts
  if (config.registration === 'closed') {
    throw new Failure('CONFLICT', `${sentences.registrationClosed} Set REGISTRATION to invite first.`)
  }
  await takeFrom(cache, invitationLimits(adminId, email))
  const [id, token] = [newId(), randomBytes(32).toString('base64url')]
  const fresh = { id, email, email_key: identityKey(email), hash: hashToken(token), invited_by: adminId }
  await db.transaction().execute(async (transaction) => {
    const taken = await transaction
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', fresh.email_key)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (taken) throw new Failure('EMAIL_TAKEN', 'There is already an account with this e-mail address.')
    const expires_at = sql<Date>`now() + make_interval(days => ${limits.invitationDays})`
    await transaction
      .insertInto('invitations')
      .values({ ...fresh, expires_at })
      .onConflict((conflict) => conflict.column('email_key').doUpdateSet({ ...fresh, created_at: sql<Date>`now()`, expires_at }))
      .execute()
    await audit(transaction, { actorId: adminId, action: 'invitation.create', target: email })
  })
  const row = await selectInvitations(parts).where('invitations.id', '=', id).executeTakeFirstOrThrow()
  try {
    const link = `${config.publicUrl}/#${invitationFragment}${token}`
    await mail.send(invitationMail({ to: email, link, publicUrl: config.publicUrl, invitedBy: row.username, at: new Date() }))
  } catch (cause) {
    await db.deleteFrom('invitations').where('id', '=', id).execute()
    throw new Failure('UNAVAILABLE', 'The invitation could not be mailed right now. Please try again later.', { retryAfter: 60, cause })
  }
  log.info({ invitationId: id, adminId }, 'invitation sent')
  return describe(row)
}

const selectInvitations = ({ db }: Pick<AccountDeps, 'db'>) =>
  db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.email', 'invitations.created_at', 'invitations.expires_at', 'users.username'])

type Row = Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number]

const describe = ({ id, email, username, created_at, expires_at }: Row): Invitation => ({
  id,
  email,
  invitedBy: username,
  createdAt: created_at.toISOString(),
  expiresAt: expires_at.toISOString(),
  isExpired: expires_at.getTime() <= Date.now(),
})
