/** The file extensions allowed for each type of original; the first is the default. */
const extensions: Record<string, readonly [string, ...string[]]> = { 'video/mp4': ['mp4', 'mov', 'm4v'], 'video/webm': ['webm'] }
/** Extensions of originals that browsers cannot play; only the owner and admins download those. */
const otherExtensions = ['mp4', 'mov', 'm4v', 'avi', 'mkv', 'webm']
const maxTitleLength = 120

/** The name of a saved file: the video's title, the file and an extension that fits its real type. Clients cannot choose it. */
export function nameToSave(title: string, name: string, original: { key: string | null; mime: string | null }): string {
  const file = name === 'original' ? `original${originalExtension(original)}` : name
  return `${safeTitle(title)} - ${file}`
}

/** The name of saved captions, as players find them beside a video: 'Title.de.srt'. */
export const captionNameToSave = (title: string, language: string, extension: string): string =>
  `${safeTitle(title)}.${language}.${extension}`

function originalExtension({ key, mime }: { key: string | null; mime: string | null }): string {
  const extension = /\.(\w{1,5})$/.exec(key ?? '')?.[1]?.toLowerCase() ?? ''
  const known = mime ? extensions[mime] : undefined
  if ((known ?? otherExtensions).includes(extension)) return `.${extension}`
  return known ? `.${known[0]}` : ''
}

/** Leaves out what file systems refuse, and marks that change the writing direction, because they can hide an extension. */
function safeTitle(title: string): string {
  const plain = title
    .replaceAll(/[\p{Cc}\p{Cs}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[.\s]+/, '')
  return [...plain].slice(0, maxTitleLength).join('').trim() || 'video'
}
