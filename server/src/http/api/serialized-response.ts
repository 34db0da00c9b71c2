import { createHash } from 'node:crypto'

/** A successful response as it is sent, with an entity tag, so that clients with the same version get 304. */
export class SerializedResponse {
  /** JSON. Not a string, which would be encoded again for each visitor. */
  readonly bytes: Buffer
  readonly etag: string

  constructor(output: object) {
    this.bytes = Buffer.from(JSON.stringify({ success: true, ...output }))
    this.etag = `"${createHash('sha1').update(this.bytes).digest('base64url')}"`
  }
}
