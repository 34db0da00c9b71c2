import { Failure } from '@video-forge/contract/errors'

/** What an address of a MediaCMS stands for. */
export interface MediaCmsPlace {
  origin: string
  /** Only the media of this person. */
  author?: string
  /** Only this one. */
  token?: string
}

/** Pages of a whole site. */
const sitePages = ['', 'about', 'featured', 'latest', 'popular', 'recommended', 'members', 'media']

const refused = (sentence: string) => new Failure('INVALID_INPUT', sentence)

/** A site, a person (`/user/name`) or one video (`/view?m=token`). */
export function mediaCmsPlace(address: string): MediaCmsPlace {
  const typed = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(typed)) throw refused('This is not a web address. Copy the one of the MediaCMS site or of a person there.')
  const { origin, pathname, searchParams } = new URL(typed)
  const isApi = pathname.startsWith('/api/v1/')
  const [first = '', second = ''] = pathname
    .slice(isApi ? '/api/v1/'.length : 1)
    .split('/')
    .filter(Boolean)
    .map(decoded)
  const token = isApi && first === 'media' ? second : first === 'view' || first === 'embed' ? searchParams.get('m') : undefined
  if (token) return { origin, token: encodeURIComponent(token) }
  const author = first === 'user' ? second : isApi && first === 'media' ? searchParams.get('author') : undefined
  if (author) return { origin, author }
  if (first === 'playlists' || first === 'playlist')
    throw refused('A playlist cannot be imported by itself. Enter the address of its person: the playlists come along.')
  if (sitePages.includes(first) && second === '') return { origin }
  throw refused('This is not the address of a MediaCMS site, person or video. Open the person there and copy its address.')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
