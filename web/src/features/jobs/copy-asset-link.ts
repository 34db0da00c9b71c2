import { sentences } from '@video-forge/contract/sentences'
import { call } from '../../session/call.ts'

/** Puts the short-lived address of a file on the clipboard. */
export async function copyAssetLink(id: string, assetId: string): Promise<void> {
  const { downloadUrl } = await call('GET /jobs/{id}/assets/{assetId}/download', { params: { id, assetId } })
  if (!downloadUrl) throw new Error(sentences.noDownloadUrl)
  // Browsers have no clipboard for pages that came over plain http from another machine.
  if (!navigator.clipboard) throw new Error('This browser does not let a page copy. Use Download instead.')
  await navigator.clipboard.writeText(downloadUrl)
}
