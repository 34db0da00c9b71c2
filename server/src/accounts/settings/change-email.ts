import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import type { Handlers } from '../../http/api/handlers.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import { freeAbandoned } from '../abandoned-accounts.ts'
import type { AccountDeps } from '../account-deps.ts'
import { identityKey } from '../identity-key.ts'
import { codeNotSent } from '../mails/code-not-sent.ts'
import { addressChangedMail, newAddressMail } from '../mails/mails.ts'
import { newAddressLimits, ownCodeLimits } from '../sign-in/limits.ts'
import { callersRow, requireProof } from '../sign-in/prove-identity.ts'
import { changeEmail, describeUser, findByLogin } from '../users.ts'

/** The new address is used once a code that was mailed to it is entered. */
export function changeEmailHandlers(parts: AccountDeps): Handlers<'POST /auth/email' | 'POST /auth/email/confirm'> {
  const { config, db, cache, mail, codes, afterAnswer, log } = parts
  const { publicUrl } = config
  return {
    'POST /auth/email': async ({ body: { newEmail, password }, caller, facts }) => {
      const { address } = facts
      const user = await callersRow(parts, caller)
      await requireProof(parts, user, caller, facts, password)
      if (identityKey(newEmail) === user.email_key) {
        const details = [{ field: 'newEmail', message: sentences.emailUnchanged }]
        throw new Failure('INVALID_INPUT', sentences.emailUnchanged, { details })
      }
      await freeAbandoned(db, { email: newEmail })
      if (await findByLogin(db, newEmail)) throw new Failure('EMAIL_TAKEN', sentences.emailTaken)
      await takeFrom(cache, newAddressLimits(user.id, newEmail))
      const { code } = await codes.issue(user.id, 'change-email', { email: newEmail })
      await mail
        .send(newAddressMail({ to: newEmail, username: user.username, code, publicUrl, address, at: new Date() }))
        .catch((cause) => {
          throw codeNotSent(cause)
        })
      return { user: describeUser(user), message: `A verification code was sent to ${newEmail}.` }
    },

    'POST /auth/email/confirm': async ({ body, caller, facts: { address } }) => {
      await takeFrom(cache, ownCodeLimits(caller.userId))
      const match = await codes.check({ userId: caller.userId, purpose: 'change-email', code: body.code })
      const wrongCode = () => new Failure('INVALID_CODE', sentences.codeWrong)
      if (!match?.email) throw wrongCode()
      const newEmail = match.email
      const { before, after } = await db.transaction().execute(async (transaction) => {
        const row = await transaction.selectFrom('users').selectAll().where('id', '=', caller.userId).forUpdate().executeTakeFirst()
        if (!row || !(await codes.use(transaction, match.id))) throw wrongCode()
        await freeAbandoned(transaction, { email: newEmail })
        const changed = await changeEmail(transaction, row.id, newEmail)
        // Codes that were mailed to the old address are no longer valid.
        await codes.voidAllOf(transaction, row.id)
        return { before: row, after: changed }
      })
      log.info({ userId: before.id }, 'e-mail address changed')
      const { email: to, username } = before
      const notice = addressChangedMail({ to, username, newAddress: newEmail, publicUrl, address, at: new Date() })
      afterAnswer.run('address change mail', { userId: before.id }, () => mail.send(notice))
      return { user: describeUser(after), message: `Your e-mail address is now ${newEmail}.` }
    },
  }
}
