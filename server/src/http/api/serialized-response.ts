import { createHash } from 'node:crypto'

/** A successful answer that is already text, with a tag that changes whenever it does: who has it is spared the rest. */
export class SerializedResponse {
  readonly json: string
  readonly etag: string

  constructor(output: object) {
    this.json = JSON.stringify({ success: true, ...output })
    this.etag = `"${createHash('sha1').update(this.json).digest('base64url')}"`
  }
}
