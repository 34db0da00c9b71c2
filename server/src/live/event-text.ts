import type { LiveEventData, LiveEventName } from '@video-forge/contract/live'

/** One Server-Sent Event. JSON has no line breaks, so its data is always one line. */
export const eventText = <Name extends LiveEventName>(id: bigint, name: Name, data: LiveEventData<Name>): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** A comment without content; it keeps proxies from closing the stream. */
export const heartbeat = Buffer.from(': \n\n')

/** How long a browser waits before it reconnects. */
export const retryText = (seconds: number): string => `retry: ${seconds * 1000}\n\n`

/** The transaction number that a client sends to resume; undefined if it is not a valid one. */
export const parseEventId = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^\d{1,19}$/.test(text) ? BigInt(text) : undefined
