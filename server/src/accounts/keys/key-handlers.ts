import type { Key } from '@video-forge/contract/accounts/keys'
import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import type { Transaction } from 'kysely'
import type { Handlers } from '../../http/api/handlers.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import { lockUser } from '../../platform/database/locks/lock-user.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { AccountDeps } from '../account-deps.ts'
import { keyCreatedMail } from '../mails/mails.ts'
import { callersRow } from '../sign-in/prove-identity.ts'
import { newSecret } from './api-keys.ts'
import { describeKey, keyColumns } from './describe-key.ts'

type KeyEndpoints = 'GET /account/keys' | 'POST /account/keys' | 'DELETE /account/keys/{id}'

export const noSuchKey = () => new Failure('NOT_FOUND', 'There is no such key.')

/** A person's own API keys. */
export function keyHandlers(parts: AccountDeps): Handlers<KeyEndpoints> {
  const { keys, db, cache, config, mail, afterAnswer, audit, log } = parts
  return {
    'GET /account/keys': async ({ caller }) => {
      const rows = await db.selectFrom('api_keys').select(keyColumns).where('user_id', '=', caller.userId).orderBy('id', 'desc').execute()
      return { keys: rows.map(describeKey) }
    },

    'POST /account/keys': async ({ body: { name, scopes, expiresAt }, caller, facts }) => {
      const user = await callersRow(parts, caller)
      if (scopes.includes('admin') && !caller.groups.includes('admin'))
        throw new Failure('NOT_ALLOWED', 'Only an admin can have a key with the scope admin.')
      await takeFrom(cache, [{ key: `new-api-key:${user.id}`, most: limits.keysPerUser, perSeconds: 60 * 60 }])
      const { secret, ...stored } = newSecret()
      const key = await db.transaction().execute(async (transaction) => {
        const made = await insertKey(transaction, { user_id: user.id, name, scopes, expires_at: endOf(expiresAt), ...stored })
        await audit(transaction, {
          actorId: user.id,
          action: 'key.create',
          target: name,
          details: { prefix: stored.prefix, scopes: scopes.join(' ') },
        })
        return made
      })
      log.info({ userId: user.id, keyId: key.id, scopes }, 'API key created')
      const { email: to, username } = user
      const { publicUrl } = config
      const notice = keyCreatedMail({ to, username, publicUrl, address: facts.address, at: new Date(), name, scopes })
      afterAnswer.run('API key mail', { userId: user.id }, () => mail.send(notice))
      return { key, secret }
    },

    'DELETE /account/keys/{id}': async ({ params, caller }) => {
      await db.transaction().execute(async (transaction) => {
        const key = await transaction
          .deleteFrom('api_keys')
          .where('id', '=', params.id)
          .where('user_id', '=', caller.userId)
          .returning(['name', 'prefix'])
          .executeTakeFirst()
        if (!key) throw noSuchKey()
        await audit(transaction, { actorId: caller.userId, action: 'key.revoke', target: key.name, details: { prefix: key.prefix } })
      })
      keys.forget()
      return { result: { revoked: true } }
    },
  }
}

function endOf(expiresAt: string | null | undefined): Date | null {
  if (!expiresAt) return null
  const end = new Date(expiresAt)
  if (end.getTime() > Date.now()) return end
  const message = 'The end of the key must be in the future.'
  throw new Failure('INVALID_INPUT', message, { details: [{ field: 'expiresAt', message }] })
}

type NewKey = Pick<Tables['api_keys'], 'user_id' | 'name' | 'scopes' | 'prefix' | 'hash'> & { expires_at: Date | null }

/** Counted while the person is locked, so that two requests cannot share the last place. */
async function insertKey(transaction: Transaction<Tables>, values: NewKey): Promise<Key> {
  await lockUser(transaction, values.user_id)
  const { count } = await transaction
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', values.user_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.keysPerUser)
    throw new Failure('CONFLICT', `You have ${limits.keysPerUser} keys, which is the most. Revoke one first.`)
  const row = await transaction
    .insertInto('api_keys')
    .values({ id: newId(), ...values })
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
  return describeKey(row)
}
