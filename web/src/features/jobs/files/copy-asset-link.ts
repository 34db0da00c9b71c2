import { sentences } from '@video-forge/contract/sentences'
import { call } from '../../../session/call.ts'

/** Copies the short-lived address of a file. */
export async function copyAssetLink(id: string, assetId: string): Promise<void> {
  const { downloadUrl } = await call('GET /jobs/{id}/assets/{assetId}/download', { params: { id, assetId } })
  if (!downloadUrl) throw new Error(sentences.noDownloadUrl)
  // Browsers offer no clipboard to pages from another machine over plain http.
  if (!navigator.clipboard) throw new Error('This browser does not allow copying here. Use Download instead.')
  await navigator.clipboard.writeText(downloadUrl)
}
