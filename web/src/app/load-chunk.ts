import { limits } from '@video-forge/contract/limits'

/** A part of the application that could not be loaded, most often because a newer version has replaced it. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded.', { cause })
    this.name = 'ChunkLoadError'
  }
}

function withTimeout<Module>(load: () => Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The time is up.')), limits.chunkLoadTimeoutSeconds * 1000)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** Loads a part of the application, with one more try when the first fails. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await withTimeout(load).catch(() => withTimeout(load))
  } catch (error) {
    throw new ChunkLoadError(error)
  }
}
