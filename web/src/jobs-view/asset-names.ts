import type { AssetType } from '@video-forge/contract/jobs'
import { forEachRendition, formatTable } from '@video-forge/contract/rules/formats'

const names: Record<AssetType, string> & Partial<Record<string, string>> = {
  ...forEachRendition((format) => `${formatTable[format].label} video`),
  GIF: 'GIF preview',
  THUMBNAIL: 'Thumbnail',
  STORYBOARD: 'Storyboard',
  METADATA_JSON: 'Metadata',
  ORIGINAL: 'Original',
  // Not an asset, but a kind of file that admins see in the figures.
  SHARED_ORIGINAL: 'Original without private data',
}

/** What people call an asset of this type; a type that is newer than this page is called by its own name. */
export const assetName = (type: string): string => names[type] ?? type
