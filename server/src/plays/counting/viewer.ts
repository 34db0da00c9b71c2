import { createHmac } from 'node:crypto'
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

const hashOf = (salt: Buffer, text: string): Buffer => createHmac('sha256', salt).update(text).digest().subarray(0, 16)

export function viewerOf({ today, yesterday }: Salts, { address, userAgent }: Client, videoId: string): Viewer {
  const [{ key }] = clientNetworks(address)
  const text = [key, userAgent.slice(0, 500), videoId].join('\n')
  return { hash: hashOf(today, text), yesterday: yesterday && hashOf(yesterday, text) }
}

/** The networks of a client for rate limits, as hashes, so that no address is stored anywhere. */
export const hashedNetworks = ({ today }: Salts, address: string): { key: string; times: number }[] =>
  clientNetworks(address).map(({ key, times }) => ({ key: hashOf(today, key).toString('base64url'), times }))
