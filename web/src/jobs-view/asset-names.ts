import type { AssetType } from '@video-forge/contract/jobs'
import { forEachRendition, formatTable } from '@video-forge/contract/rules/formats'

const names: Record<AssetType, string> & Partial<Record<string, string>> = {
  ...forEachRendition((format) => `${formatTable[format].label} video`),
  GIF: 'GIF preview',
  THUMBNAIL: 'Thumbnail',
  STORYBOARD: 'Storyboard',
  METADATA_JSON: 'Metadata',
  ORIGINAL: 'Original',
  // Not an asset, but a kind of file in the admin's storage figures.
  SHARED_ORIGINAL: 'Original without private data',
  CHOSEN_THUMBNAIL: 'Chosen thumbnail',
  CAPTIONS: 'Captions',
}

/** The name of an asset type for people. A type that this page does not know is shown as it is. */
export const assetName = (type: string): string => names[type] ?? type
