import type { Video } from '@video-forge/contract/gallery'

/** The title of a video, or its id when it has none. */
export const titleOf = ({ id, title }: Pick<Video, 'id' | 'title'>): string => title.trim() || `Video ${id}`
