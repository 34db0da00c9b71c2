import { hash } from 'node:crypto'
import { clientNetworks } from '../../platform/network/client-network.ts'
import type { Salts } from './salts.ts'

export interface Client {
  address: string
  userAgent: string
}

/** A person as far as counting knows one: the same network and browser at the same video on the same day. */
export interface Viewer {
  hash: Buffer
  /** The hash that the same person had yesterday, as long as that matters. */
  yesterday: Buffer | undefined
}

/** The salt is as long as the hash and secret, and only half of the hash is used, so nothing can be appended or guessed. */
const hashOf = (salt: Buffer, text: string): Buffer => hash('sha256', `${salt.toString('latin1')}${text}`, 'buffer').subarray(0, 16)

export function viewerOf({ today, yesterday }: Salts, { address, userAgent }: Client, videoId: string): Viewer {
  const [{ key }] = clientNetworks(address)
  const text = [key, userAgent.slice(0, 500), videoId].join('\n')
  return { hash: hashOf(today, text), yesterday: yesterday && hashOf(yesterday, text) }
}

/** The networks of a client for rate limits, as hashes, so that no address is stored anywhere. */
export type HashedNetworks = readonly { key: string; times: number }[]

export const hashedNetworks = ({ today }: Salts, address: string): HashedNetworks =>
  clientNetworks(address).map(({ key, times }) => ({ key: hashOf(today, key).toString('base64url'), times }))
