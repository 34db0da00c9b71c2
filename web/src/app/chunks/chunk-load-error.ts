/** A part of the application that could not be loaded. */
export class ChunkLoadError extends Error {
  /** This document can never load it: a newer version replaced it, or the browser remembers the failure of a file it imports. */
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
