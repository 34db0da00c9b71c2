import type { SecretBox } from '../platform/secret-box.ts'
import type { FileSource, ImportItem } from './item.ts'

type LinkField = 'source' | 'captions' | 'thumbnail' | 'formerKey' | 'chaptersUrl'

/** An item as it is stored: addresses are encrypted. Items that an earlier version has listed have them in the open. */
export interface StoredItem extends Omit<ImportItem, LinkField>, Partial<Pick<ImportItem, LinkField>> {
  /** Base64. */
  sealed?: string
}

const isAddress = (source: FileSource | null): boolean => source?.from === 'url'

export function sealItem(item: ImportItem, secrets: SecretBox): StoredItem {
  const { source, captions, thumbnail, formerKey, chaptersUrl, ...open } = item
  const hasLinks =
    formerKey !== undefined ||
    chaptersUrl !== undefined ||
    [source, thumbnail, ...captions.map((caption) => caption.source)].some(isAddress)
  if (!hasLinks) return item
  return { ...open, sealed: secrets.seal(JSON.stringify({ source, captions, thumbnail, formerKey, chaptersUrl })).toString('base64') }
}

/** Undefined if it was sealed with another secret. */
export function openItem({ sealed, ...open }: StoredItem, secrets: SecretBox): ImportItem | undefined {
  if (sealed === undefined) return open as ImportItem
  const opened = secrets.open(Buffer.from(sealed, 'base64'))
  return opened === undefined ? undefined : ({ ...open, ...JSON.parse(opened) } as ImportItem)
}

/** From where a listing continues: text may be an address. */
export const sealPlace = (listedTo: unknown, secrets: SecretBox): unknown =>
  typeof listedTo === 'string' ? { sealed: secrets.seal(listedTo).toString('base64') } : listedTo

/** Null, from the beginning, if it was sealed with another secret. */
export function openPlace(stored: unknown, secrets: SecretBox): unknown {
  if (typeof stored !== 'object' || stored === null || !('sealed' in stored)) return stored
  return secrets.open(Buffer.from(String(stored.sealed), 'base64')) ?? null
}
