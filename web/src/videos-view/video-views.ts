import type { Video } from '@video-forge/contract/gallery'
import { formatCount } from '../format/count.ts'

/** How often a video was watched, as its page and its cards show it; undefined where its owner hides it, or an older server does not say. */
export const viewsOf = ({ views }: Video): string | undefined => (typeof views === 'number' ? formatCount(views, 'view') : undefined)
