import { createHash } from 'node:crypto'
import type { RequestFacts } from '../../http/api/handlers.ts'
import { type ClientNetwork, clientNetworks } from '../../platform/network/client-network.ts'
import { identityKey } from '../identity-key.ts'
import type { KnownDevices } from './known-devices.ts'

/** Who tries to sign in to which account, as the rate limits count it. */
export interface Attempt {
  /** The account's id, whether its name or address was typed. Unknown names share a fixed number of keys. */
  account: string
  /** The networks of the client, narrowest first. */
  networks: readonly [ClientNetwork, ...ClientNetwork[]]
  /** Set if this browser has signed in to the account before. */
  device: string | undefined
}

/** The number of keys for unknown names. Typed names are not used as keys, because anybody could fill the cache with them. */
const unknownKeyCount = 4096

export function attemptOn(
  user: { id: string } | undefined,
  login: string,
  facts: Pick<RequestFacts, 'address' | 'cookie'>,
  devices: KnownDevices,
): Attempt {
  return {
    account: user?.id ?? `unknown-${createHash('sha256').update(identityKey(login)).digest().readUInt16BE() % unknownKeyCount}`,
    networks: clientNetworks(facts.address),
    device: user && devices.find(facts, user.id),
  }
}
