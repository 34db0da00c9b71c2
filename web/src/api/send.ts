import { createSender } from '@video-forge/client/parts/send'
import type { EndpointKey, Output, Request } from '@video-forge/contract/endpoints'

const sender = createSender('/prod/api')

type SendParts = typeof sender.send
export type RequestParts = NonNullable<Parameters<SendParts>[1]>
export type SendOptions = NonNullable<Parameters<SendParts>[2]>
export type ReceivedFile = Awaited<ReturnType<typeof sender.sendForFile>>

/** A call without parameters needs no second argument; every other one does. */
export type SendArguments<K extends EndpointKey> =
  unknown extends Request<K> ? [request?: Record<string, never>, options?: SendOptions] : [request: Request<K>, options?: SendOptions]

/** One call of the endpoint table: no stored token, no retry. */
export function send<K extends EndpointKey>(key: K, ...rest: SendArguments<K>): Promise<Output<K>>
export function send(key: string, request?: RequestParts, options?: SendOptions): Promise<unknown> {
  return sender.send(key, request, options)
}

/** The same without the types of the table, for callers that have their own. */
export const sendParts = sender.send

/** For calls that return a file. */
export const sendForFile = sender.sendForFile
