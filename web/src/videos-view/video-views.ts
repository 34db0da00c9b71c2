import type { Video } from '@video-forge/contract/gallery'
import { formatCount } from '../format/count.ts'

/** How often a video was watched, as its page and its cards show it; undefined where the server does not say. */
export const viewsOf = ({ views }: Video): string | undefined => (views === null ? undefined : formatCount(views, 'view'))
