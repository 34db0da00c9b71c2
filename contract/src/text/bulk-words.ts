import { formatTable, type OutputFormat } from '../rules/formats.ts'

export type BulkChange =
  | { action: 'visibility'; visibility: 'public' | 'private' }
  | { action: 'add-tags' | 'remove-tags'; tags: string[] }
  | { action: 'add-to-playlist' | 'remove-from-playlist'; playlistId: string }
  | { action: 'make-formats'; formats: OutputFormat[] }
  | { action: 'make-captions'; language?: string | undefined }
  | { action: 'drop-quality'; unusedDays: number }
  | { action: 'change-owner'; owner: string }
  | { action: 'delete' | 'restore' | 'erase' }

export const countVideos = (count: number): string => (count === 1 ? '1 video' : `${count.toLocaleString('en')} videos`)

/** What is done, as a sentence without its end: the title of a task, and of the dialog that asks before it. */
export function describeBulk(change: BulkChange, count: number): string {
  const videos = countVideos(count)
  switch (change.action) {
    case 'visibility':
      return `Make ${videos} ${change.visibility}`
    case 'add-tags':
      return `Add ${nameTags(change.tags)} to ${videos}`
    case 'remove-tags':
      return `Remove ${nameTags(change.tags)} from ${videos}`
    case 'add-to-playlist':
      return `Add ${videos} to a playlist`
    case 'remove-from-playlist':
      return `Remove ${videos} from a playlist`
    case 'make-formats':
      return `Make ${change.formats.map((format) => formatTable[format].label).join(', ')} of ${videos}`
    case 'make-captions':
      return `Make captions of ${videos}`
    case 'drop-quality':
      return `Drop the tallest quality of ${videos}`
    case 'change-owner':
      return `Give ${videos} to ${change.owner}`
    case 'delete':
      return `Delete ${videos}`
    case 'restore':
      return `Restore ${videos}`
    case 'erase':
      return `Delete ${videos} for good`
  }
}

/** The first ones, because a title must be short. */
const nameTags = (tags: readonly string[]): string =>
  `the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.slice(0, 3).join(', ')}${tags.length > 3 ? ' and others' : ''}`
