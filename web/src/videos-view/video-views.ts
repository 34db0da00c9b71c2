import type { Video } from '@video-forge/contract/gallery'
import { formatCount } from '../format/count.ts'

/** How often a video was watched, as its page and its cards show it; undefined where the server does not say. */
export function viewsOf(video: Video & { views?: number | null }): string | undefined {
  return typeof video.views === 'number' ? formatCount(video.views, 'view') : undefined
}
