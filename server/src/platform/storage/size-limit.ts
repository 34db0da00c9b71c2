import { Transform, type TransformCallback } from 'node:stream'
import { Failure } from '@video-forge/contract/errors'

/** Passes bytes through, counts them, and fails with TOO_LARGE when there are more than allowed. */
export class SizeLimit extends Transform {
  /** Not `size`: the S3 library would take it for the length of the body. */
  byteCount = 0
  private readonly maxBytes: number

  /** `bufferBytes`: how much may wait here; more means fewer pauses of the sender. */
  constructor(maxBytes: number, bufferBytes?: number) {
    super(bufferBytes === undefined ? {} : { highWaterMark: bufferBytes })
    this.maxBytes = maxBytes
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.byteCount += chunk.length
    const isTooLarge = this.byteCount > this.maxBytes
    done(isTooLarge ? new Failure('TOO_LARGE', `The file is larger than the ${this.maxBytes} bytes that are allowed.`) : null, chunk)
  }
}
