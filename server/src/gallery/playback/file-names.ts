/** Endings that go with each type under which an original is served; the first when its own is none of them. */
const endings: Record<string, readonly [string, ...string[]]> = { 'video/mp4': ['mp4', 'mov', 'm4v'], 'video/webm': ['webm'] }
/** What else may be uploaded or fetched. Only its owner gets such an original. */
const otherEndings = ['mp4', 'mov', 'm4v', 'avi', 'mkv', 'webm']
const maxTitleLength = 120

/** As what a file is saved: the video's title, what the file is of it, and the ending of its real type. Nobody who asks for it has a say. */
export function nameToSave(title: string, name: string, original: { key: string | null; mime: string | null }): string {
  const file = name === 'original' ? `original${originalEnding(original)}` : name
  return `${safeTitle(title)} - ${file}`
}

function originalEnding({ key, mime }: { key: string | null; mime: string | null }): string {
  const own = /\.(\w{1,5})$/.exec(key ?? '')?.[1]?.toLowerCase() ?? ''
  const known = mime ? endings[mime] : undefined
  if ((known ?? otherEndings).includes(own)) return `.${own}`
  return known ? `.${known[0]}` : ''
}

/** Without what a file system does not take, and without signs that turn the direction of writing, which can hide an ending. */
function safeTitle(title: string): string {
  const plain = title
    .replaceAll(/[\p{Cc}\p{Cs}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[.\s]+/, '')
  return [...plain].slice(0, maxTitleLength).join('').trim() || 'video'
}
