import { createHash, type Hash } from 'node:crypto'

/** A file is hashed in blocks of this size, so that an interrupted upload continues after the last whole one. */
export const blockBytes = 4 * 1024 * 1024

const newBlock = (): Hash => createHash('sha256')

/**
 * The hash of a file's content, computed while its bytes pass: SHA-256 over the SHA-256 values of its blocks. The state of SHA-256 itself
 * cannot be stored, and an upload may continue in another process; the values of finished blocks can.
 */
export class ContentHash {
  /** So many bytes have passed. */
  position: number
  /** The values of the finished blocks. */
  readonly blocks: Buffer[]
  private block = newBlock()

  constructor(blocks: Buffer[] = []) {
    this.blocks = blocks
    this.position = blocks.length * blockBytes
  }

  /** After an interruption bytes may come again; `from` is the place of the chunk in the file, and what has passed already is skipped. */
  update(chunk: Buffer, from = this.position): void {
    if (from > this.position) throw new Error('The bytes before these were not hashed.')
    let rest = chunk.subarray(this.position - from)
    while (rest.length > 0) {
      const next = rest.subarray(0, blockBytes - (this.position % blockBytes))
      this.block.update(next)
      this.position += next.length
      rest = rest.subarray(next.length)
      if (this.position % blockBytes === 0) {
        this.blocks.push(this.block.digest())
        this.block = newBlock()
      }
    }
  }

  /** The value for the bytes so far. More may follow. */
  digest(): Buffer {
    const whole = createHash('sha256')
    for (const block of this.blocks) whole.update(block)
    if (this.position % blockBytes > 0) whole.update(this.block.copy().digest())
    return whole.digest()
  }

  /** Begins again, for a file that comes again from its first byte. */
  restart(): void {
    this.position = 0
    this.blocks.length = 0
    this.block = newBlock()
  }
}
