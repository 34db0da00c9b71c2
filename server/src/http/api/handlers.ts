import type { EndpointKey, Endpoints, Input, Output } from '@video-forge/contract/endpoints'
import type { StreamKey } from '@video-forge/contract/live'
import type { Group } from '@video-forge/contract/rules/access'
import type { SerializedResponse } from './serialized-response.ts'

/** Who is calling, as the database has it at this moment. */
export interface Caller {
  userId: string
  sessionId: string
  /** When the token with which the call was made runs out, in milliseconds. */
  expiresAt: number
  groups: readonly Group[]
}

/** What a handler may know of the request beyond its validated input. */
export interface RequestFacts {
  /** The caller's network address. */
  address: string
  /** What the caller's program says that it is. */
  userAgent: string
  /** What addresses in the answer begin with, for instance https://video.example.com. */
  origin: string
  /** Aborted when the caller is gone before they have an answer. */
  untilHangUp(): AbortSignal
  /** The value of a cookie the browser sent. */
  cookie(name: string): string | undefined
  /** Sets an HttpOnly cookie for the API's paths; no value removes it. */
  setCookie(name: string, value: string | undefined, maxAgeSeconds: number): void
}

type CallerOf<K extends EndpointKey> = Endpoints[K]['access'] extends 'anyone' | 'visitor' ? Caller | undefined : Caller

type Handler<K extends EndpointKey> = (
  input: Input<K> & { caller: CallerOf<K>; facts: RequestFacts },
) => Promise<Omit<Output<K>, 'success'> | SerializedResponse>

/** The handlers of some endpoints; all of them together must cover the table, which the compiler checks in create-features.ts. */
export type Handlers<K extends EndpointKey = EndpointKey> = { [Key in K]: Handler<Key> }

/** An answer that goes on until one of the two sides ends it. */
export interface OpenAnswer {
  write(chunk: Buffer): void
  /** Bytes that the other side has not taken yet. */
  pending(): number
  /** Called once when everything written has been taken. */
  onDrain(then: () => void): void
  onClose(then: () => void): void
  end(): void
}

/** Refuses with a Failure, or opens the answer and keeps it. */
export type StreamHandler = (input: { caller: Caller; lastEventId: string | undefined; open: () => OpenAnswer }) => void
export type StreamHandlers = Record<StreamKey, StreamHandler>
