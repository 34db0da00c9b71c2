import { Failure } from '@video-forge/contract/errors'
import type { Handlers } from '../../http/api/handlers.ts'
import type { AccountDeps } from '../account-deps.ts'
import { requirePassword } from '../sign-in/prove-identity.ts'
import { findById } from '../users.ts'

/** Switches the e-mail code at sign-in on or off, where the site leaves that to its users. */
export function emailCodeHandlers(parts: AccountDeps): Handlers<'PUT /auth/mfa'> {
  const { config, db } = parts
  return {
    'PUT /auth/mfa': async ({ body, caller, facts }) => {
      const user = await findById(db, caller.userId)
      if (!user?.password_hash)
        throw new Failure('CONFLICT', 'Your account has no password; the service that you sign in with protects it.')
      await requirePassword(parts, user, facts, body.password, 'password')
      if (config.mfaPolicy === 'required' && !body.enabled)
        throw new Failure('CONFLICT', 'This site requires an e-mail code at every sign-in.')
      if (config.mfaPolicy === 'off' && body.enabled)
        throw new Failure('CONFLICT', 'E-mail codes at sign-in are switched off on this site.')
      await db.updateTable('users').set({ mfa_enabled: body.enabled }).where('id', '=', caller.userId).execute()
      return { enabled: body.enabled }
    },
  }
}
