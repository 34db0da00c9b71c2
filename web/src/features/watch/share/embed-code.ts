interface Embedded {
  id: string
  title: string
  origin: string
  /** The secret that opens a private video. */
  secret?: string | undefined
}

const escapeAttribute = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** HTML that embeds a video in another page. */
export function embedCode({ id, title, origin, secret }: Embedded): string {
  const address = `${origin}/embed/${id}${secret ? `?link=${encodeURIComponent(secret)}` : ''}`
  return `<iframe src="${escapeAttribute(address)}" title="${escapeAttribute(title)}" width="640" height="360" frameborder="0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`
}

/** The secret inside the address of a share link. */
export const secretOf = (url: string): string | undefined =>
  URL.canParse(url, 'http://localhost') ? (new URL(url, 'http://localhost').searchParams.get('link') ?? undefined) : undefined
