import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import type { Handlers } from '../http/api/handlers.ts'
import { giveBack, takeFrom } from '../platform/cache/rate-limit.ts'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { freeAbandoned, freeUnconfirmed } from './abandoned-accounts.ts'
import type { AccountDeps } from './account-deps.ts'
import { identityKey } from './identity-key.ts'
import { refuseWithoutInvitation, useInvitation } from './invitations/permit-account.ts'
import { confirmationMail } from './mails/mails.ts'
import { type Attempt, attemptOn } from './sign-in/attempt.ts'
import { codeSenderLimits, registerLimits, resendLimits } from './sign-in/limits.ts'
import { hashPassword, inHashQueue } from './sign-in/passwords.ts'
import { describeUser, findByLogin, insertUser, type NewUser, type UserRow } from './users.ts'

type RegistrationKeys = 'POST /auth/register-with-group' | 'POST /auth/confirm-email' | 'POST /auth/resend-confirmation'

/** Creating an account and confirming its e-mail address. */
export function registrationHandlers(parts: AccountDeps): Handlers<RegistrationKeys> {
  const { config, db, cache, mail, codes, devices, afterAnswer } = parts

  const mailCode = async (user: UserRow, by: Attempt, address: string) => {
    const { code } = await codes.issue(user.id, 'confirm-email', { by })
    const { email: to, username } = user
    await mail.send(confirmationMail({ to, username, code, publicUrl: config.publicUrl, address, at: new Date() }))
  }

  return {
    'POST /auth/register-with-group': async ({ body: { username, email, password, invitation }, facts }) => {
      await takeFrom(cache, registerLimits(facts.address))
      refuseWithoutInvitation(config.registration, invitation)
      const attempt = attemptOn(undefined, username, facts, devices)
      const password_hash = await inHashQueue(attempt, () => hashPassword(password))
      await freeAbandoned(db, { username, email })
      const user = await createUser(db, { username, email, password_hash }, invitation)
      if (user.confirmed_at) {
        devices.remember(facts, user.id)
        return { message: 'Account created. You can sign in now.', user: describeUser(user) }
      }
      try {
        await mailCode(user, attempt, facts.address)
      } catch (cause) {
        // Without its code the account could not be used, and its name would stay taken.
        await db.deleteFrom('users').where('id', '=', user.id).execute()
        throw new Failure('UNAVAILABLE', 'The verification code could not be mailed right now. Please try again later.', {
          retryAfter: 60,
          cause,
        })
      }
      devices.remember(facts, user.id)
      return { message: `Account created. A verification code was sent to ${email}.`, user: describeUser(user) }
    },

    'POST /auth/confirm-email': async ({ body, facts }) => {
      const user = await findByLogin(db, body.username)
      const attempt = attemptOn(user, body.username, facts, devices)
      const limits = codeSenderLimits(attempt)
      await takeFrom(cache, limits)
      const isSameUser = user && (body.email === undefined || identityKey(body.email) === user.email_key)
      const isRight =
        isSameUser && (await codes.redeem({ userId: user.id, purpose: 'confirm-email', code: body.confirmationCode, by: attempt }))
      if (!isRight) throw new Failure('INVALID_CODE', sentences.codeWrong)
      await giveBack(cache, limits)
      await db.updateTable('users').set({ confirmed_at: new Date() }).where('id', '=', user.id).execute()
      return { message: 'Your email is confirmed. You can sign in now.' }
    },

    'POST /auth/resend-confirmation': async ({ body, facts }) => {
      const user = await findByLogin(db, body.username)
      const attempt = attemptOn(user, body.username, facts, devices)
      await takeFrom(cache, resendLimits(attempt))
      // Not awaited: the answer must take as long as for an account that does not exist.
      if (user && !user.confirmed_at)
        afterAnswer.run('verification mail', { userId: user.id }, () => mailCode(user, attempt, facts.address))
      return { message: 'If this account is waiting for confirmation, a new verification code is on its way.' }
    },
  }
}

/** A person with an invitation has proved their address: the account is confirmed, and somebody else's unconfirmed one makes way. */
function createUser(
  db: Db,
  values: Pick<NewUser, 'username' | 'email' | 'password_hash'>,
  invitation: string | undefined,
): Promise<UserRow> {
  return db.transaction().execute(async (transaction) => {
    const isInvited = await useInvitation(transaction, invitation, values.email)
    if (isInvited) await freeUnconfirmed(transaction, values.email)
    return insertUser(transaction, {
      id: newId(),
      ...values,
      chose_username: true,
      groups: ['user'],
      confirmed_at: isInvited ? new Date() : null,
    })
  })
}
