import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Handlers } from '../../http/api/handlers.ts'
import { lockJobs } from '../../platform/database/locks/lock-jobs.ts'
import type { AccountDeps } from '../account-deps.ts'
import { lockAllAdmins } from '../lock-admins.ts'
import { accountDeletedMail } from '../mails/mails.ts'
import { callersRow, isFreshSession, requireProof } from '../sign-in/prove-identity.ts'
import { describeUser, hasPublicName } from '../users.ts'

/** The facts behind the account page, and deletion of an account by its owner. */
export function ownAccountHandlers(parts: AccountDeps): Handlers<'GET /auth/profile' | 'GET /auth/account' | 'DELETE /auth/account'> {
  const { config, db, mail, afterAnswer, audit, log } = parts
  return {
    'GET /auth/profile': async ({ caller }) => ({ user: describeUser(await callersRow(parts, caller)) }),

    'GET /auth/account': async ({ caller }) => {
      const { userId, sessionId } = caller
      const user = await callersRow(parts, caller)
      const hasPassword = user.password_hash !== null
      const [{ rows }, isFresh] = await Promise.all([
        sql<{ pending: string | null; videos: string; others: boolean }>`select
          (select email from codes where user_id = ${userId} and purpose = 'change-email' and used_at is null and expires_at > now()
            order by created_at desc limit 1) as pending,
          (select coalesce(sum(count), 0) from tallies where kind = 'videos' and name = ${userId}::text) as videos,
          exists (select from users where 'admin' = any(groups) and disabled_at is null and id <> ${userId}) as others`.execute(db),
        hasPassword || isFreshSession(parts, sessionId),
      ])
      const facts = rows[0]
      return {
        account: {
          hasPassword,
          hasPublicName: hasPublicName(user),
          pendingEmail: facts?.pending ?? null,
          videoCount: Number(facts?.videos ?? 0),
          isLastAdmin: user.groups.includes('admin') && facts?.others === false,
          needsSignIn: !isFresh,
        },
      }
    },

    'DELETE /auth/account': async ({ body, caller, facts }) => {
      const user = await callersRow(parts, caller)
      await requireProof(parts, user, caller, facts, body?.password)
      await db.transaction().execute(async (transaction) => {
        const admins = await lockAllAdmins(transaction)
        if (admins.includes(user.id)) {
          if (admins.length === 1) throw new Failure('CONFLICT', sentences.lastAdmin)
          const details = { email: user.email }
          await audit(transaction, { actorId: user.id, action: 'user.delete-own', target: user.username, details })
        }
        await lockJobs(transaction, { user: user.id })
        await transaction.deleteFrom('users').where('id', '=', user.id).execute()
      })
      log.info({ userId: user.id }, 'account deleted by its owner')
      const { email: to, username } = user
      const notice = accountDeletedMail({ to, username, publicUrl: config.publicUrl, address: facts.address, at: new Date() })
      afterAnswer.run('account deletion mail', { userId: user.id }, () => mail.send(notice))
      return { message: 'Your account is deleted.' }
    },
  }
}
