import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import type { Handlers } from '../../http/api/handlers.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import { freeAbandoned } from '../abandoned-accounts.ts'
import type { AccountDeps } from '../account-deps.ts'
import { identityKey } from '../identity-key.ts'
import { usernameLimits } from '../sign-in/limits.ts'
import { callersRow } from '../sign-in/prove-identity.ts'
import { chooseUsername, describeUser, hasPublicName } from '../users.ts'

/** Only for accounts whose username nobody has chosen: what others have linked to must not change. */
export function chooseUsernameHandlers(parts: AccountDeps): Handlers<'PUT /auth/username'> {
  const { db, cache, log } = parts
  return {
    'PUT /auth/username': async ({ body: { username }, caller }) => {
      const before = await callersRow(parts, caller)
      if (hasPublicName(before)) throw wasChosen()
      // The answer says whether a name is taken.
      await takeFrom(cache, usernameLimits(caller.userId))
      if (identityKey(username) !== before.username_key) await freeAbandoned(db, { username })
      const user = await chooseUsername(db, caller.userId, username)
      if (!user) throw wasChosen()
      log.info({ userId: user.id }, 'username chosen')
      return { user: describeUser(user) }
    },
  }
}

const wasChosen = () => new Failure('CONFLICT', sentences.usernameChosen)
