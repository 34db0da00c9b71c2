import { createHash } from 'node:crypto'

/** A successful response as text, with an entity tag, so that clients with the same version get 304. */
export class SerializedResponse {
  readonly json: string
  readonly etag: string

  constructor(output: object) {
    this.json = JSON.stringify({ success: true, ...output })
    this.etag = `"${createHash('sha1').update(this.json).digest('base64url')}"`
  }
}
