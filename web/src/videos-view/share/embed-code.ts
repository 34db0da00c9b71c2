import { aspectRatioOf } from '../aspect-ratio.ts'

interface Embedded {
  id: string
  title: string
  origin: string
  /** The secret that opens a private video. */
  secret?: string | undefined
  /** Of the picture, for instance `1280x720`. */
  resolution: string | null
}

/** The height of a wide frame, and the largest of a high one, in pixels. */
const heights = { wide: 360, high: 640 }

const escapeAttribute = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** HTML that embeds a video in another page, as wide as its column, in the ratio of the video. */
export function embedCode({ id, title, origin, secret, resolution }: Embedded): string {
  const address = `${origin}/embed/${id}${secret ? `?link=${encodeURIComponent(secret)}` : ''}`
  const ratio = aspectRatioOf(resolution)
  const height = ratio < 1 ? heights.high : heights.wide
  const width = Math.round(height * ratio)
  // A high picture as wide as a column would not fit on the screen. The attributes are for pages that forbid styles.
  const style = `width:100%;${ratio < 1 ? `max-width:${width}px;` : ''}height:auto;aspect-ratio:${width}/${height};border:0`
  return `<iframe src="${escapeAttribute(address)}" title="${escapeAttribute(title)}" width="${width}" height="${height}" style="${style}" allow="autoplay; fullscreen; picture-in-picture; clipboard-write" allowfullscreen></iframe>`
}

/** The secret inside the address of a share link. */
export const secretOf = (url: string): string | undefined =>
  URL.canParse(url, 'http://localhost') ? (new URL(url, 'http://localhost').searchParams.get('link') ?? undefined) : undefined
