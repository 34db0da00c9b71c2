import type { EndpointKey, Endpoints, Input, Output } from '@video-forge/contract/endpoints'
import type { StreamKey } from '@video-forge/contract/live'
import type { Group, Scope } from '@video-forge/contract/rules/access'
import type { Sender } from '../../platform/network/sender.ts'
import type { SerializedResponse } from './serialized-response.ts'

/** The authenticated caller, read from the database for each request. */
export interface Caller {
  userId: string
  /** The session, or the API key. */
  sessionId: string
  /** What the API key allows; undefined for a person who is signed in. */
  scopes?: readonly Scope[]
  /** The expiry of the token or key, in milliseconds. */
  expiresAt: number
  groups: readonly Group[]
}

export interface ClientFacts {
  /** The caller's network address. */
  address: string
  /** The User-Agent header. */
  userAgent: string
}

/** The caller behind an Authorization header, or undefined if the token or key is not valid. */
export type Authenticate = (authorization: string, client: ClientFacts) => Promise<Caller | undefined>

/** What a handler knows of the request besides its validated input. */
export interface RequestFacts extends ClientFacts {
  /** The origin of addresses in the response, for instance https://video.example.com. */
  origin: string
  /** Aborted when the client disconnects before the answer is sent. */
  disconnectSignal(): AbortSignal
  /** The address and the page that the request comes from. */
  sender: Sender
  /** The value of a cookie that the browser sent. */
  cookie(name: string): string | undefined
  /** Sets an HttpOnly cookie for the API's paths. */
  setCookie(name: string, value: string, maxAgeSeconds: number): void
  clearCookie(name: string): void
}

type CallerOf<K extends EndpointKey> = Endpoints[K]['access'] extends 'anyone' | 'visitor' ? Caller | undefined : Caller

type Handler<K extends EndpointKey> = (
  input: Input<K> & { caller: CallerOf<K>; facts: RequestFacts },
) => Promise<Omit<Output<K>, 'success'> | SerializedResponse>

/** The handlers of some endpoints. Together they must cover the whole table, which the compiler checks in create-features.ts. */
export type Handlers<K extends EndpointKey = EndpointKey> = { [Key in K]: Handler<Key> }

/** A response that stays open until one side ends it. */
export interface OpenAnswer {
  write(chunk: Buffer): void
  /** Bytes that are not sent yet. */
  pending(): number
  /** Called once when everything has been sent. */
  onDrain(then: () => void): void
  onClose(then: () => void): void
  end(): void
}

/** Rejects with a Failure, or opens the response and keeps it. */
export type StreamHandler = (input: { caller: Caller; lastEventId: string | undefined; open: () => OpenAnswer }) => void
export type StreamHandlers = Record<StreamKey, StreamHandler>
