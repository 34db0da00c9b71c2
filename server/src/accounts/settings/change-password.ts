import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import type { Handlers } from '../../http/api/handlers.ts'
import type { AccountDeps } from '../account-deps.ts'
import { passwordChangedMail } from '../mails/mails.ts'
import { attemptOn } from '../sign-in/attempt.ts'
import { hashPassword, inHashQueue } from '../sign-in/passwords.ts'
import { callersRow, requirePassword } from '../sign-in/prove-identity.ts'

export function changePasswordHandlers(parts: AccountDeps): Handlers<'PUT /auth/password'> {
  const { config, db, mail, sessions, codes, devices, afterAnswer, log } = parts
  return {
    'PUT /auth/password': async ({ body, caller, facts }) => {
      const user = await callersRow(parts, caller)
      if (user.password_hash === null) throw new Failure('CONFLICT', sentences.noPassword)
      await requirePassword(parts, user, facts, body.currentPassword, 'currentPassword')
      const attempt = attemptOn(user, user.username, facts, devices)
      const password_hash = await inHashQueue(attempt, () => hashPassword(body.newPassword))
      await db.transaction().execute(async (transaction) => {
        // The second of two concurrent changes was confirmed with a password that is no longer valid.
        const { numUpdatedRows } = await transaction
          .updateTable('users')
          .set({ password_hash })
          .where('id', '=', user.id)
          .where('password_hash', '=', user.password_hash)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Failure('CONFLICT', 'Your password was changed a moment ago. Please try again.')
        await codes.voidAllOf(transaction, user.id)
        await sessions.endAllOf(transaction, user.id, caller.sessionId)
      })
      log.info({ userId: user.id }, 'password changed')
      const { email: to, username } = user
      const notice = passwordChangedMail({ to, username, publicUrl: config.publicUrl, address: facts.address, at: new Date() })
      afterAnswer.run('password change mail', { userId: user.id }, () => mail.send(notice))
      return { message: 'Your password is changed. You are signed out everywhere else.' }
    },
  }
}
