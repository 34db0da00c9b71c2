import type { ImportItem } from '../item.ts'

interface AccessRecord {
  visibility?: ImportItem['visibility'] | undefined
  hasPassword?: boolean | undefined
  embedDomains?: string[] | undefined
  allowDownload?: boolean | undefined
  showViews?: boolean | undefined
  showHeat?: boolean | undefined
}

const passwordLeft = 'It asked for a password, which no export has, so it is private here. Set a new one to share it again.'

/** Who may watch and save a video, as an export says it. What is missing says nothing. */
export function accessOf({
  visibility = null,
  hasPassword,
  embedDomains,
  ...shown
}: AccessRecord): Pick<ImportItem, 'visibility' | 'settings' | 'notes'> {
  const isLimited = embedDomains !== undefined && embedDomains.length > 0
  const { allowDownload, showViews, showHeat } = shown
  const settings = {
    ...(allowDownload !== undefined && { allowDownload }),
    ...(showViews !== undefined && { showViews }),
    ...(showHeat !== undefined && { showHeat }),
    ...(isLimited && { embedDomains }),
    ...(isLimited && !hasPassword && visibility !== null && { visibility }),
  }
  return {
    // A worker of the version before would open it to every site: it knows no settings.
    visibility: hasPassword || isLimited ? 'private' : visibility,
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(hasPassword && { notes: [passwordLeft] }),
  }
}
