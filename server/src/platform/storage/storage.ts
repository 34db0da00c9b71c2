import type { Readable } from 'node:stream'
import type { Patch } from '@video-forge/media/mp4/patch'

/** The store cannot be reached, or fails at this moment. A retry may succeed. */
export class StorageUnavailable extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StorageUnavailable'
  }
}

/** The object under the key has another tag than the expected one. */
export class ObjectReplaced extends Error {
  constructor(options?: { cause?: unknown }) {
    super('The object was replaced.', options)
    this.name = 'ObjectReplaced'
  }
}

/**
 * Files by key (`uploads/0190…/source`). An object is there completely or not at all; bytes always stream.
 */
export interface Storage {
  put(key: string, body: Readable, options?: PutOptions): Promise<{ size: number }>
  /** The same from a file on this machine, which is moved or deleted afterwards. */
  putFile(key: string, path: string): Promise<{ size: number }>
  /** Atomic. False when there is no object under the first key; one under the second is replaced. The object counts as modified now. */
  move(from: string, to: string): Promise<boolean>
  /**
   * The same for the object with this tag; another one is not moved (ObjectReplaced). `unverified` when an object was moved and the store
   * does not know whether it is that one.
   */
  takeOver(from: string, to: string, etag: string): Promise<'moved' | 'absent' | 'unverified'>
  /** Copies the object with some bytes overwritten. False when there is none; ObjectReplaced when it has another tag. */
  copyPatched(from: StoredObject, to: string, patches: readonly Patch[]): Promise<boolean>
  /** Undefined when there is no such object. A range is inclusive at both ends and must lie inside the object. */
  get(key: string, range?: ByteRange): Promise<StoredBody | undefined>
  /** The object as a file on this machine, for reading; undefined in remote storage. */
  localPath(key: string): string | undefined
  head(key: string): Promise<StoredObject | undefined>
  /** Idempotent: a missing object is no error. */
  delete(key: string): Promise<void>
  /** Every object whose key starts with the prefix, for instance `videos/0190…/`. */
  deleteAll(prefix: string): Promise<void>
  list(prefix: string): AsyncIterable<StoredObject>
  /** A link that gives read access to the object until it expires. */
  linkToRead(key: string, options: ReadLinkOptions): Promise<string>
  /** A link that accepts one PUT of the object, of at most so many bytes, until it expires. */
  linkToWrite(key: string, options: WriteLinkOptions): Promise<string>
  /** Deletes what interrupted writes have left. A write that may still continue is left alone. */
  removeAbandoned(now?: Date): Promise<void>
  /** Rejects when storage can't serve. */
  check(): Promise<void>
}

export interface StoredObject {
  key: string
  size: number
  modifiedAt: Date
  /** A quoted entity tag that changes whenever the bytes do. */
  etag: string
}

export interface StoredBody extends StoredObject {
  stream: Readable
}

export interface ByteRange {
  start: number
  end: number
}

/** Some bytes of a stored file. */
export interface StoredRange {
  key: string
  from: number
  bytes: number
}

export interface PutOptions {
  signal?: AbortSignal
  /** More than this rejects with TOO_LARGE and stores nothing. */
  maxBytes?: number
}

interface ReadLinkOptions {
  expiresInSeconds: number
  /** Answer as an attachment with this name. */
  filename?: string
  contentType?: string
}

interface WriteLinkOptions {
  expiresInSeconds: number
  contentType: string
  maxBytes: number
  /** The announced size; a store that answers the link itself accepts only that. */
  exactBytes?: number
}

/** Protects against a programming error: a wrong key must not become a path outside the storage. */
export function assertKey(key: string): void {
  const isSafe = key.length <= 512 && /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(key)
  if (!isSafe) throw new Error('That is not a storage key.')
}
