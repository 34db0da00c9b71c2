/** The orders of the gallery. Equal videos are ordered newest first. */
export const gallerySorts = ['newest', 'most-watched', 'longest'] as const
export type GallerySort = (typeof gallerySorts)[number]
