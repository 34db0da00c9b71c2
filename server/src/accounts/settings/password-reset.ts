import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Handlers } from '../../http/api/handlers.ts'
import { giveBack, takeFrom } from '../../platform/cache/rate-limit.ts'
import type { AccountDeps } from '../account-deps.ts'
import { codeNotSent } from '../mails/code-not-sent.ts'
import { passwordChangedMail, resetMail, sentResetMail } from '../mails/mails.ts'
import { type Attempt, attemptOn } from '../sign-in/attempt.ts'
import { codeSenderLimits, forgotLimits, resetMailLimits, sentResetLimits } from '../sign-in/limits.ts'
import { hashPassword, inHashQueue } from '../sign-in/passwords.ts'
import { findByLogin, type UserRow } from '../users.ts'

type ResetKeys = 'POST /auth/password/forgot' | 'POST /auth/password/reset' | 'POST /admin/users/{id}/password-reset'

/** The id of no account, so that an unknown address takes as long as a known one. */
const unknownUserId = '00000000-0000-0000-0000-000000000000'

/** Sets a new password with a mailed code. */
export function passwordResetHandlers(parts: AccountDeps): Handlers<ResetKeys> {
  const { config, db, cache, mail, sessions, codes, devices, afterAnswer, log } = parts
  const { publicUrl } = config
  const wrongCode = () => new Failure('INVALID_CODE', sentences.codeWrong)

  const mailCode = async ({ id: userId, email: to, username }: UserRow, by: Attempt, address: string) => {
    try {
      await takeFrom(cache, resetMailLimits(by))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      log.warn({ userId }, 'password reset mail withheld, limit reached')
      return
    }
    const { code } = await codes.issue(userId, 'reset-password', { by })
    await mail.send(resetMail({ to, username, code, publicUrl, address, at: new Date() }))
    log.info({ userId }, 'password reset mail sent')
  }

  return {
    'POST /auth/password/forgot': async ({ body: { email }, facts }) => {
      const user = await findByLogin(db, email)
      const attempt = attemptOn(user, email, facts, devices)
      await takeFrom(cache, forgotLimits(attempt))
      // Logged here too: the process may be killed before the mail is sent.
      log.info({ userId: user?.id ?? null }, 'password reset requested')
      if (user && !user.disabled_at)
        afterAnswer.run('password reset mail', { userId: user.id }, () => mailCode(user, attempt, facts.address))
      return { message: 'If there is an account with this address, a code to set a new password is on its way.' }
    },

    'POST /auth/password/reset': async ({ body, facts }) => {
      const user = await findByLogin(db, body.email)
      const attempt = attemptOn(user, body.email, facts, devices)
      const limits = codeSenderLimits(attempt)
      await takeFrom(cache, limits)
      const match = await codes.check({ userId: user?.id ?? unknownUserId, purpose: 'reset-password', code: body.code, by: attempt })
      if (!user || !match) throw wrongCode()
      const password_hash = await inHashQueue(attempt, () => hashPassword(body.password))
      await db.transaction().execute(async (transaction) => {
        // The row is locked first, as for every change of an account; it may have been disabled meanwhile.
        const row = await transaction.selectFrom('users').select('disabled_at').where('id', '=', user.id).forUpdate().executeTakeFirst()
        if (!row || row.disabled_at || !(await codes.use(transaction, match.id))) throw wrongCode()
        await transaction
          .updateTable('users')
          .set({ password_hash, confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
          .where('id', '=', user.id)
          .execute()
        await codes.voidAllOf(transaction, user.id)
        await sessions.endAllOf(transaction, user.id)
      })
      await giveBack(cache, limits)
      log.info({ userId: user.id }, 'password reset')
      const notice = passwordChangedMail({ to: user.email, username: user.username, publicUrl, address: facts.address, at: new Date() })
      afterAnswer.run('password change mail', { userId: user.id }, () => mail.send(notice))
      return { message: 'Your password is changed. You can sign in with it now.' }
    },

    'POST /admin/users/{id}/password-reset': ({ params, caller }) => sendReset(parts, params.id, caller.userId),
  }
}

/** An admin mails a user a code. */
async function sendReset({ config, db, cache, mail, codes, audit }: AccountDeps, userId: string, adminId: string) {
  const { user, code } = await db.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst()
    if (!row) throw new Failure('NOT_FOUND', 'There is no such user.')
    if (row.disabled_at) throw new Failure('CONFLICT', 'This user is disabled. Enable the account first.')
    await takeFrom(cache, sentResetLimits(row.id))
    const issued = await codes.issueIn(transaction, row.id, 'reset-password')
    await audit(transaction, { actorId: adminId, action: 'user.password-reset', target: row.username })
    return { user: row, code: issued.code }
  })
  const { email: to, username } = user
  await mail.send(sentResetMail({ to, username, code, publicUrl: config.publicUrl, at: new Date() })).catch((cause) => {
    throw codeNotSent(cause)
  })
  return { message: `A code to set a new password was mailed to ${to}.` }
}
