import { sentences } from '@video-forge/contract/sentences'
import { call } from '../../../session/call.ts'

/**
 * Fetches the short-lived address of a file and opens it in a new tab. The tab is opened first, during the click, because
 * browsers block tabs that open later.
 */
export async function openDownload(id: string, assetId: string): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const { downloadUrl } = await call('GET /jobs/{id}/assets/{assetId}/download', { params: { id, assetId } })
    if (!downloadUrl) throw new Error(sentences.noDownloadUrl)
    // If the tab was blocked: the file comes as an attachment, so this page stays.
    if (tab) tab.location.href = downloadUrl
    else window.location.assign(downloadUrl)
  } catch (error) {
    tab?.close()
    throw error
  }
}
