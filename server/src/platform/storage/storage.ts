import type { Readable } from 'node:stream'
import type { Patch } from '@video-forge/media/mp4/patch'

/** The store can not be reached, or can not do its work at this moment. Later it may. */
export class StorageUnavailable extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StorageAway'
  }
}

/** Another object lies under the key than the one that was asked for by its tag. */
export class ObjectReplaced extends Error {
  constructor(options?: { cause?: unknown }) {
    super('The object was replaced.', options)
    this.name = 'ObjectReplaced'
  }
}

/**
 * Where files live, by key (`uploads/0190…/source`). An object is there whole or not at all; bytes always stream.
 */
export interface Storage {
  put(key: string, body: Readable, options?: PutOptions): Promise<{ size: number }>
  /** The same from a file on this machine, which may be moved rather than copied: it is gone afterwards. */
  putFile(key: string, path: string): Promise<{ size: number }>
  /** Gives an object another key, in one step. False when there is none under the first; one under the second is replaced. It counts as modified now. */
  move(from: string, to: string): Promise<boolean>
  /**
   * The same for the very object with this tag; another is not moved (ObjectReplaced). `unverified` when it is under the second key now
   * and the store cannot say for certain that it is that one.
   */
  takeOver(from: string, to: string, etag: string): Promise<'moved' | 'absent' | 'unverified'>
  /** Copies the object with this tag, some bytes of it overwritten. False when there is none; ObjectReplaced when it is another. */
  copyPatched(from: StoredObject, to: string, patches: readonly Patch[]): Promise<boolean>
  /** Undefined when there is no such object. A range is inclusive at both ends and must lie inside the object. */
  get(key: string, range?: ByteRange): Promise<StoredBody | undefined>
  /** The object as a file on this machine to read from, where it is one. */
  localPath(key: string): string | undefined
  head(key: string): Promise<StoredObject | undefined>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Everything whose key starts so, for instance `videos/0190…/`. */
  deleteAll(prefix: string): Promise<void>
  list(prefix: string): AsyncIterable<StoredObject>
  /** An address that lets whoever holds it read the object until it expires. */
  linkToRead(key: string, options: ReadLinkOptions): Promise<string>
  /** An address that takes one PUT of the object, of at most so many bytes, until it expires. */
  linkToWrite(key: string, options: WriteLinkOptions): Promise<string>
  /** Removes what writes that were cut off, by a crash for instance, have left behind. One that may still go on is left alone. */
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

export interface PutOptions {
  signal?: AbortSignal
  /** More than this rejects with TOO_LARGE and leaves nothing behind. */
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
  /** The size that was announced; where the store itself answers the link, it takes just that. */
  exactBytes?: number
}

/** Keys are made by us; this keeps a mistake of ours from becoming a path outside the storage. */
export function assertKey(key: string): void {
  const isSafe = key.length <= 512 && /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(key)
  if (!isSafe) throw new Error('That is not a storage key.')
}
