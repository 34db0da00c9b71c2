import type { ListedVideo, OwnAccount } from './peertube-answers.ts'
import type { KnownPlace } from './peertube-api.ts'

/** `own`: of the person of the token. `all`: also what is not public, for admins. */
type ListName = 'own' | 'all' | 'public'

export interface VideoList {
  name: ListName
  path: string
  isWanted?: (video: ListedVideo) => boolean
  /** Nothing is missing in it, so that the lists after it are not read. */
  isComplete?: boolean
}

/** The oldest first, so that a video that is published meanwhile shifts nothing. */
const order = 'sort=publishedAt&nsfw=both'
const everyPrivacy = 'privacyOneOf=1&privacyOneOf=2&privacyOneOf=3&privacyOneOf=4&privacyOneOf=5'

/** A name without its host, if that is the instance itself. */
function localName(name: string, origin: string, me: OwnAccount | undefined): string | undefined {
  const [local, host] = name.split('@')
  return host === undefined || host === new URL(origin).host || host === me?.account?.host ? local : undefined
}

/** Whether the account or channel is of the person of the token; undefined if the instance does not say who that is. */
export function isOwnPlace(place: KnownPlace, me: OwnAccount | undefined): boolean | undefined {
  if (!me?.account?.name || (place.kind !== 'account' && place.kind !== 'channel')) return undefined
  const name = localName(place.name, place.origin, me)
  const channels = [...(me.videoChannels ?? []), ...(me.videoChannelCollaborations ?? [])]
  return name !== undefined && (place.kind === 'account' ? me.account.name === name : channels.some((channel) => channel.name === name))
}

/**
 * The lists of a place, in the order in which they are read. Those that need more rights than the token has are refused by PeerTube; that
 * is no error as long as there is one after them.
 */
export function videoLists(place: Exclude<KnownPlace, { kind: 'video' }>, hasToken: boolean, me: OwnAccount | undefined): VideoList[] {
  if (place.kind === 'instance') {
    const path = `videos?isLocal=true&${order}`
    const all: VideoList = { name: 'all', path: `${path}&${everyPrivacy}`, isComplete: true }
    const own: VideoList = { name: 'own', path: `users/me/videos?${order}` }
    return [...(hasToken ? [all, own] : []), { name: 'public', path }]
  }
  const { kind } = place
  const path = `${kind === 'account' ? 'accounts' : 'video-channels'}/${place.name}/videos?${order}`
  const shown: VideoList = { name: 'public', path }
  if (!hasToken) return [shown]
  const isOwn = isOwnPlace(place, me)
  if (isOwn === false) return [{ name: 'all', path: `${path}&${everyPrivacy}`, isComplete: true }, shown]
  const name = localName(place.name, place.origin, me)
  const own: VideoList = {
    name: 'own',
    path: `users/me/videos?${order}${kind === 'channel' ? '&includeCollaborations=true' : ''}`,
    isComplete: isOwn === true,
    // The list of a person has all of their channels, and a token may be that of somebody else.
    ...((kind === 'channel' || isOwn === undefined) && {
      isWanted: (video: ListedVideo) => name !== undefined && video[kind]?.name === name,
    }),
  }
  return [own, shown]
}
