import { Failure } from '@video-forge/contract/errors'
import type { SigningKey } from '@video-forge/contract/protection/protection'
import { protectionRules } from '@video-forge/contract/rules/protection-rules'
import type { Selectable, Transaction } from 'kysely'
import type { Handlers } from '../../http/api/handlers.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import { lockUser } from '../../platform/database/locks/lock-user.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { createSigningSecrets } from '../../platform/secret-box.ts'
import type { AccountDeps } from '../account-deps.ts'
import { noSuchKey } from '../keys/key-handlers.ts'
import { signingKeyCreatedMail } from '../mails/mails.ts'
import { callersRow } from '../sign-in/prove-identity.ts'
import { newSigningKey } from './new-signing-key.ts'

type SigningKeyEndpoints = 'GET /account/signing-keys' | 'POST /account/signing-keys' | 'DELETE /account/signing-keys/{id}'

const columns = ['id', 'name', 'algorithm', 'public_key', 'created_at'] as const
type KeyRow = Pick<Selectable<Tables['signing_keys']>, (typeof columns)[number]>

const describe = ({ id, name, algorithm, public_key, created_at }: KeyRow): SigningKey => ({
  id,
  name,
  algorithm,
  publicKey: public_key,
  createdAt: created_at.toISOString(),
})

const most = protectionRules.signingKeysPerUser

/** A person's keys for playback tokens. */
export function signingKeyHandlers(parts: AccountDeps, authSecret: string): Handlers<SigningKeyEndpoints> {
  const { db, cache, config, mail, afterAnswer, audit, log } = parts
  const secrets = createSigningSecrets(authSecret)
  return {
    'GET /account/signing-keys': async ({ caller }) => {
      const rows = await db.selectFrom('signing_keys').select(columns).where('user_id', '=', caller.userId).orderBy('id', 'desc').execute()
      return { keys: rows.map(describe) }
    },

    'POST /account/signing-keys': async ({ body: { name, algorithm, publicKey }, caller, facts }) => {
      const user = await callersRow(parts, caller)
      await takeFrom(cache, [{ key: `new-signing-key:${user.id}`, most, perSeconds: 60 * 60 }])
      const { stored, secret } = newSigningKey(algorithm, publicKey, secrets)
      const key = await db.transaction().execute(async (transaction) => {
        const made = await insertKey(transaction, { user_id: user.id, name, algorithm, ...stored })
        await audit(transaction, { actorId: user.id, action: 'signing-key.create', target: name, details: { algorithm } })
        return made
      })
      log.info({ userId: user.id, keyId: key.id, algorithm }, 'signing key created')
      const { email: to, username } = user
      const notice = signingKeyCreatedMail({ to, username, publicUrl: config.publicUrl, address: facts.address, at: new Date(), name })
      afterAnswer.run('signing key mail', { userId: user.id }, () => mail.send(notice))
      return { key, secret }
    },

    'DELETE /account/signing-keys/{id}': async ({ params, caller }) => {
      await db.transaction().execute(async (transaction) => {
        const key = await transaction
          .deleteFrom('signing_keys')
          .where('id', '=', params.id)
          .where('user_id', '=', caller.userId)
          .returning('name')
          .executeTakeFirst()
        if (!key) throw noSuchKey()
        await audit(transaction, { actorId: caller.userId, action: 'signing-key.delete', target: key.name })
      })
      return { result: { id: params.id } }
    },
  }
}

type NewKey = Pick<Tables['signing_keys'], 'user_id' | 'name' | 'algorithm' | 'public_key' | 'secret'>

/** Counted while the person is locked, so that two requests cannot share the last place. */
async function insertKey(transaction: Transaction<Tables>, values: NewKey): Promise<SigningKey> {
  await lockUser(transaction, values.user_id)
  const { count } = await transaction
    .selectFrom('signing_keys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', values.user_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) throw new Failure('CONFLICT', `You have ${most} signing keys, which is the most. Delete one first.`)
  const row = await transaction
    .insertInto('signing_keys')
    .values({ id: newId(), ...values })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return describe(row)
}
