import { taskRules } from './task-rules.ts'

/** What can be done with many videos at once. */
export type BulkAction =
  | 'visibility'
  | 'add-tags'
  | 'remove-tags'
  | 'add-to-playlist'
  | 'remove-from-playlist'
  | 'make-formats'
  | 'make-captions'
  | 'drop-quality'
  | 'change-owner'
  | 'delete'
  | 'restore'
  | 'erase'

export const bulkRules = {
  /** Videos of one call: by name, and by a filter. */
  maxIds: 1000,
  maxVideos: taskRules.maxItems,
} as const

/** Those that are done with videos in the trash. */
export const isForTrash = (action: BulkAction): boolean => action === 'restore' || action === 'erase'
