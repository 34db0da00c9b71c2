import type { LiveEventData, LiveEventName } from '@video-forge/contract/live'

/** One Server-Sent Event. JSON has no line breaks, so its data is always one line. */
export const eventText = <Name extends LiveEventName>(id: bigint, name: Name, data: LiveEventData<Name>): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** A comment: it says nothing, and shows both sides and everything in between that the stream lives. */
export const heartbeat = Buffer.from(': \n\n')

/** How long a browser waits before it comes back. */
export const retryText = (seconds: number): string => `retry: ${seconds * 1000}\n\n`

/** A transaction's number as a listener brings it back; anything else is no place to go on from. */
export const parseEventId = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^\d{1,19}$/.test(text) ? BigInt(text) : undefined
