import { Failure } from '@video-forge/contract/errors'
import type { ImportDeps } from './import-deps.ts'
import type { ImportItem } from './item.ts'

/**
 * Sets who may save and embed a video while it is still private. Returns a sentence if that cannot be done: then it has to stay private, because
 * it would be open to more people than at its source.
 */
export async function takeSettings(deps: ImportDeps, { settings }: ImportItem, videoId: string): Promise<string | undefined> {
  if (!settings) return undefined
  const { visibility: _later, ...now } = settings
  try {
    await deps.setSettings(videoId, now)
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return `It is private here, because its settings could not be taken over: ${error.message}`
  }
}
