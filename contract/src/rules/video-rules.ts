import { formatTable, outputFormats } from './formats.ts'

/**
 * The states of a video. `uploaded`: the original exists and plays in browsers. `processing`: a job runs and nothing can be watched yet.
 * `ready`: renditions exist, or can be watched while they are encoded. `failed`: nothing can be watched and no job runs.
 */
export const videoStatuses = ['uploaded', 'processing', 'ready', 'failed'] as const
export type VideoStatus = (typeof videoStatuses)[number]

/** Whether thumbnail, preview and storyboard exist. A video that is watched while it is encoded may lack them. */
export const hasPictures = (status: VideoStatus, lacksPictures: boolean): boolean => status === 'ready' && !lacksPictures

/** Whether there is a thumbnail: the automatic one, or one that its owner has chosen. */
export const hasThumbnail = (video: { status: VideoStatus; lacksPictures: boolean; chosenKey: string | null }): boolean =>
  video.chosenKey !== null || hasPictures(video.status, video.lacksPictures)

export const isWatchable = (status: VideoStatus): boolean => status === 'ready' || status === 'uploaded'

/** The qualities that a client can request, best first. The original has its own size. */
export const qualities = ['original', ...outputFormats] as const
export type Quality = (typeof qualities)[number]

export const qualityLabel = (quality: Quality): string => (quality === 'original' ? 'Original' : formatTable[quality].label)

/** The content types of a picture that its owner may use as the thumbnail. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export const pictureTooLarge = 'The picture is larger than 10 MB. Choose a smaller one.'
