import { formatTable, outputFormats } from './formats.ts'

/**
 * The life of a video. `uploaded`: its original is there and a browser can play it. `processing`: it is being made and
 * there is nothing to watch yet. `ready`: its renditions are there. `failed`: nothing can be watched and nothing is going on.
 */
export const videoStatuses = ['uploaded', 'processing', 'ready', 'failed'] as const
export type VideoStatus = (typeof videoStatuses)[number]

export const isWatchable = (status: VideoStatus): boolean => status === 'ready' || status === 'uploaded'

/** What can be asked for, best first. The original stands apart: it is as large as it came. */
export const qualities = ['original', ...outputFormats] as const
export type Quality = (typeof qualities)[number]

export const qualityLabel = (quality: Quality): string => (quality === 'original' ? 'Original' : formatTable[quality].label)
