import { Failure } from '@video-forge/contract/errors'

/** What an address of a PeerTube stands for. */
export type PeerTubePlace = { origin: string } & (
  | { kind: 'instance' }
  | { kind: 'account'; name: string }
  | { kind: 'channel'; name: string }
  /** `/@name` may be either of them. */
  | { kind: 'actor'; name: string }
  | { kind: 'video'; id: string }
)

/** Pages of a whole instance. */
const instancePages = ['home', 'about', 'videos']
/** The start page in another language, such as `/fr-FR`. */
const language = /^[a-z]{2}(-\w{2,4}){0,2}$/

const refused = (sentence: string) => new Failure('INVALID_INPUT', sentence)

/** The address of an instance, an account (`/a/name`), a channel (`/c/name`) or one video (`/w/id`), in all forms that PeerTube uses. */
export function peerTubePlace(address: string): PeerTubePlace {
  const typed = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(typed)) throw refused('This is not a web address. Copy the one of the PeerTube site, account or channel.')
  const { origin, pathname } = new URL(typed)
  const isApi = pathname.startsWith('/api/v1/')
  // Pages have settings after a semicolon, such as `;threadId=12`.
  const [first = '', second = '', third = ''] = pathname
    .slice(isApi ? '/api/v1/'.length : 1)
    .split('/')
    .map((part) => part.split(';')[0] ?? '')
    .filter(Boolean)
  if ((first === 'a' || first === 'accounts') && second) return { origin, kind: 'account', name: second }
  if ((first === 'c' || first === 'video-channels') && second) return { origin, kind: 'channel', name: second }
  if (/^@[\w.-]+(@[\w.:-]+)?$/.test(first)) return { origin, kind: 'actor', name: first.slice(1) }
  if ((first === 'w' && second === 'p') || first === 'video-playlists' || third === 'playlist')
    throw refused('A playlist cannot be imported by itself. Enter the address of its account or channel: the playlists come along.')
  const video = first === 'w' || (isApi && first === 'videos') ? second : isVideoPage(first, second) ? third : ''
  if (/^[\w-]+$/.test(video)) return { origin, kind: 'video', id: video }
  const isInstance = first === '' || (instancePages.includes(first) && !isVideoPage(first, second)) || language.test(first)
  if (isInstance && video === '') return { origin, kind: 'instance' }
  throw refused(
    'This is not the address of a PeerTube site, account, channel or video. Open the account or channel there and copy its address.',
  )
}

const isVideoPage = (first: string, second: string): boolean => first === 'videos' && (second === 'watch' || second === 'embed')
