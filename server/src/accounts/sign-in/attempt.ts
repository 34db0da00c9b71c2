import { createHash } from 'node:crypto'
import type { RequestFacts } from '../../http/api/handlers.ts'
import { type ClientNetwork, clientNetworks } from '../../platform/network/client-network.ts'
import { identityKey } from '../identity-key.ts'
import type { KnownDevices } from './known-devices.ts'

/** Who tries something, and on which account, as limits count it. */
export interface Attempt {
  /** The account's id, whichever of its names was typed; names that nobody has share a fixed number of places. */
  account: string
  /** Where it comes from, narrowest first. */
  networks: readonly [ClientNetwork, ...ClientNetwork[]]
  /** Set when the account was signed in to with this browser before. */
  device: string | undefined
}

/** Strangers choose what they type, so it never becomes a key: this many are there for all names that nobody has. */
const unknownPlaces = 4096

export function attemptOn(
  user: { id: string } | undefined,
  login: string,
  facts: Pick<RequestFacts, 'address' | 'cookie'>,
  devices: KnownDevices,
): Attempt {
  return {
    account: user?.id ?? `unknown-${createHash('sha256').update(identityKey(login)).digest().readUInt16BE() % unknownPlaces}`,
    networks: clientNetworks(facts.address),
    device: user && devices.find(facts, user.id),
  }
}
