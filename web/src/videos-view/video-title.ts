import type { Video } from '@video-forge/contract/gallery'

/** A video without a title is called by its id. */
export const titleOf = ({ id, title }: Pick<Video, 'id' | 'title'>): string => title.trim() || `Video ${id}`
