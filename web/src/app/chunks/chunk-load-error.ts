/** A part of the application that could not be loaded. */
export class ChunkLoadError extends Error {
  /** Whether this document can never load it: it was replaced by a newer version, or the browser remembers that a file it imports failed. */
  readonly needsReload: boolean
  /** The address of the chunk. */
  readonly address: string

  constructor(address: string, { cause, needsReload = false }: { cause: unknown; needsReload?: boolean }) {
    super(`A part of the application could not be loaded: ${address}`, { cause })
    this.name = 'ChunkLoadError'
    this.address = address
    this.needsReload = needsReload
  }
}
