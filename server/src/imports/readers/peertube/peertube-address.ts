import { Failure } from '@video-forge/contract/errors'

/** What an address of a PeerTube stands for. */
export type PeerTubePlace = { origin: string } & (
  | { kind: 'instance' }
  | { kind: 'account'; name: string }
  | { kind: 'channel'; name: string }
  | { kind: 'video'; id: string }
)

/** The address of an instance, an account (`/a/name`), a channel (`/c/name`) or one video (`/w/id`), in all forms that PeerTube uses. */
export function peerTubePlace(address: string): PeerTubePlace {
  const typed = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(typed))
    throw new Failure('INVALID_INPUT', 'This is not a web address. Copy the one of the PeerTube site, account or channel.')
  const { origin, pathname } = new URL(typed)
  const [, account] = /^\/(?:a|accounts)\/([^/]+)/.exec(pathname) ?? []
  if (account) return { origin, kind: 'account', name: account }
  const [, channel] = /^\/(?:c|video-channels)\/([^/]+)/.exec(pathname) ?? []
  if (channel) return { origin, kind: 'channel', name: channel }
  const [, video] = /^\/(?:w|videos\/watch|videos\/embed)\/([\w-]+)\/?$/.exec(pathname) ?? []
  return video ? { origin, kind: 'video', id: video } : { origin, kind: 'instance' }
}
