import type { BulkAction } from '@video-forge/contract/rules/bulk-rules'
import { type OutputFormat, outputFormats } from '@video-forge/contract/rules/formats'
import { limits } from '@video-forge/contract/rules/limits'
import { type BulkChange, countVideos, describeBulk } from '@video-forge/contract/text/bulk-words'
import { tagsInText } from '@video-forge/contract/text/tags'
import { Captions, Globe, ListMinus, ListPlus, Lock, type LucideIcon, Proportions, Tag, Tags, UserRoundPen } from 'lucide-react'

export interface BulkChoice {
  name: string
  icon: LucideIcon
  action: BulkAction
  visibility?: 'public' | 'private'
  isForAdmins?: boolean
  /** For how long nobody has played what is dropped. */
  unusedDays?: number
  /** What else to know about these videos, in the dialog. */
  note?: string
}

/** What a list offers for what is selected in it, besides deleting. */
export const bulkChoices: readonly BulkChoice[] = [
  { name: 'Make public', icon: Globe, action: 'visibility', visibility: 'public' },
  { name: 'Make private', icon: Lock, action: 'visibility', visibility: 'private' },
  { name: 'Add tags', icon: Tag, action: 'add-tags' },
  { name: 'Remove tags', icon: Tags, action: 'remove-tags' },
  { name: 'Add to playlist', icon: ListPlus, action: 'add-to-playlist' },
  { name: 'Remove from playlist', icon: ListMinus, action: 'remove-from-playlist' },
  { name: 'Make missing qualities', icon: Proportions, action: 'make-formats' },
  { name: 'Make captions', icon: Captions, action: 'make-captions' },
  { name: 'Change owner', icon: UserRoundPen, action: 'change-owner', isForAdmins: true },
]

/** What the dialog asks for. */
export interface BulkFields {
  tags: string
  playlistId: string
  formats: readonly OutputFormat[]
  owner: string
}

export const emptyFields: BulkFields = { tags: '', playlistId: '', formats: outputFormats, owner: '' }

/** The change, or undefined while something is missing. */
export function changeOf(
  { action, visibility, unusedDays }: BulkChoice,
  { tags, playlistId, formats, owner }: BulkFields,
): BulkChange | undefined {
  switch (action) {
    case 'visibility':
      return visibility && { action, visibility }
    case 'add-tags':
    case 'remove-tags': {
      const named = tagsInText(tags)
      return named.length > 0 ? { action, tags: named } : undefined
    }
    case 'add-to-playlist':
    case 'remove-from-playlist':
      return playlistId ? { action, playlistId } : undefined
    case 'make-formats':
      return formats.length > 0 ? { action, formats: [...formats] } : undefined
    case 'drop-quality':
      return unusedDays === undefined ? undefined : { action, unusedDays }
    case 'change-owner':
      return owner.trim() ? { action, owner: owner.trim() } : undefined
    default:
      return { action }
  }
}

/** What the dialog asks, also before all that it needs is chosen. */
export function titleOf({ name, action }: BulkChoice, change: BulkChange | undefined, count: number): string {
  if (change) return describeBulk(change, count)
  const videos = countVideos(count)
  switch (action) {
    case 'add-tags':
      return `Add tags to ${videos}`
    case 'remove-tags':
      return `Remove tags from ${videos}`
    case 'add-to-playlist':
    case 'remove-from-playlist':
      return describeBulk({ action, playlistId: '' }, count)
    case 'change-owner':
      return `Give ${videos} to another person`
    default:
      return `${name}: ${videos}`
  }
}

const trash = `Deleted videos are in the trash for ${limits.deletedVideoDays} days and take storage until then. Links to them stop working until they are restored.`

/** What happens, for the question before it. */
export const consequences: Record<BulkAction, string> = {
  visibility: 'What is so already is left as it is.',
  'add-tags': 'Other tags stay.',
  'remove-tags': 'Other tags stay.',
  'add-to-playlist': 'Added at its end. What is in it already stays where it is.',
  'remove-from-playlist': 'Nothing is deleted: the playlist alone changes.',
  'make-formats': 'Every video that lacks one is processed again from its original. People can watch it meanwhile.',
  'make-captions': 'From what is said, for videos without captions. This takes a while.',
  'drop-quality':
    'The files of this quality are deleted for good, but a version in AV1 that was played stays. Smaller qualities stay, and viewers without AV1 get the next smaller one.',
  'change-owner': 'Addresses, links and statistics stay. The storage counts towards the new owner.',
  delete: trash,
  restore: 'All is as it was, with addresses, links and statistics.',
  erase: 'All files are deleted. This cannot be undone.',
}
