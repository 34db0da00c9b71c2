import type { QueryClient } from '@tanstack/react-query'
import { limits } from '@video-forge/contract/rules/limits'
import { call } from '../session/call.ts'
import { showToast } from '../ui/overlays/toast-store.ts'

/** What deleting a video does, for the question before it. */
export const videoDeletion = (title: string): string =>
  `"${title}" is in the trash for ${limits.deletedVideoDays} days and takes storage until then. Links to it stop working until it is restored.`

/** Says that a video was deleted, and offers to undo it. */
export const showDeleted = (client: QueryClient, id: string, onRestored?: () => void): void =>
  showToast('good', 'The video was deleted.', { action: { name: 'Undo', run: () => void restore(client, id, onRestored) } })

async function restore(client: QueryClient, id: string, onRestored: (() => void) | undefined): Promise<void> {
  try {
    await call('POST /trash/{id}/restore', { params: { id } })
    showToast('good', 'The video was restored.')
    onRestored?.()
    await client.invalidateQueries()
  } catch (error) {
    showToast('bad', error instanceof Error ? error.message : 'The video could not be restored.')
  }
}
