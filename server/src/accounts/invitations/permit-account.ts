import { createHash } from 'node:crypto'
import { Failure } from '@video-forge/contract/errors'
import type { RegistrationMode } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { identityKey } from '../identity-key.ts'

/** Tokens are random and long, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const refusal = (mode: Exclude<RegistrationMode, 'open'>): Failure =>
  mode === 'closed'
    ? new Failure('REGISTRATION_CLOSED', sentences.registrationClosed)
    : new Failure('INVITATION_NEEDED', sentences.invitationNeeded)

/** Before any work is done for somebody who cannot get an account. */
export function refuseWithoutInvitation(mode: RegistrationMode, invitation: string | undefined): void {
  if (mode === 'closed' || (mode === 'invite' && invitation === undefined)) throw refusal(mode)
}

/**
 * Uses up the invitation behind a token, in the transaction that creates the account: if that fails, the invitation is still good. True if
 * there was one. It proves that the person reads the mail of its address, so it counts for no other.
 */
export async function useInvitation(transaction: Transaction<Tables>, token: string | undefined, email: string): Promise<boolean> {
  if (token === undefined) return false
  const used = await transaction
    .deleteFrom('invitations')
    .where('hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('email_key')
    .executeTakeFirst()
  if (!used) throw new Failure('INVITATION_NEEDED', sentences.invitationGone)
  if (used.email_key === identityKey(email)) return true
  const message = sentences.invitationOther
  throw new Failure('INVALID_INPUT', message, { details: [{ field: 'email', message }] })
}

/** The same for an address that a provider has verified: the person need not have come by the link. */
export async function permitProviderAccount(transaction: Transaction<Tables>, mode: RegistrationMode, email: string): Promise<void> {
  if (mode === 'closed') throw refusal(mode)
  const used = await transaction
    .deleteFrom('invitations')
    .where('email_key', '=', identityKey(email))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  if (!used && mode === 'invite') throw refusal(mode)
}
