import { playlistRules } from '@video-forge/contract/rules/playlist-rules'
import { type ImportedPlaylist, keyOf } from '../../item.ts'
import { withoutMarkup } from '../read-values.ts'
import * as answers from './peertube-answers.ts'
import { findOwnAccount, type KnownPlace, listPages, type PeerTubeApi } from './peertube-api.ts'
import { isPublicId } from './peertube-item.ts'
import { isOwnPlace } from './peertube-lists.ts'

const maxPlaylists = 1000
/** A playlist that people made; 2 is 'watch later'. */
const regularType = 1

interface PlaylistList {
  path: string
  /** Only those of this channel. */
  channel?: string | undefined
}

/** Only the list of an account has playlists that are not public, for that account. */
async function playlistLists(api: PeerTubeApi, place: Exclude<KnownPlace, { kind: 'video' }>, hasToken: boolean): Promise<PlaylistList[]> {
  if (place.kind === 'account') return [{ path: `accounts/${place.name}/video-playlists` }]
  const shown = { path: place.kind === 'channel' ? `video-channels/${place.name}/video-playlists` : 'video-playlists' }
  const me = hasToken ? await findOwnAccount(api) : undefined
  const isOwn = place.kind === 'instance' || isOwnPlace(place, me) === true
  if (!me?.account?.name || !isOwn) return [shown]
  return [
    { path: `accounts/${me.account.name}/video-playlists`, ...(place.kind === 'channel' && { channel: place.name.split('@')[0] }) },
    shown,
  ]
}

async function videoKeysOf(api: PeerTubeApi, uuid: string): Promise<string[]> {
  const host = new URL(api.origin).host
  const keys: string[] = []
  const pages = listPages(api, {
    path: `video-playlists/${uuid}/videos`,
    schema: answers.playlistVideoPage,
    idOf: ({ id, video }) => `${id} ${video?.uuid}`,
    // Some of them may be deleted or private.
    maxEntries: 2 * playlistRules.maxVideos,
    isOptional: true,
  })
  for await (const { entries } of pages) {
    for (const entry of entries) if (entry?.video) keys.push(keyOf('peertube', host, entry.video.uuid))
    if (keys.length >= playlistRules.maxVideos) break
  }
  return keys.slice(0, playlistRules.maxVideos)
}

export async function* playlistsOf(api: PeerTubeApi, hasToken: boolean): AsyncGenerator<ImportedPlaylist> {
  const place = await api.place()
  if (place.kind === 'video') return
  const host = new URL(api.origin).host
  const seen = new Set<string>()
  for (const { path, channel } of await playlistLists(api, place, hasToken)) {
    const idOf = ({ uuid }: { uuid: string }) => uuid
    const pages = listPages(api, { path, schema: answers.playlistPage, idOf, maxEntries: maxPlaylists, isOptional: true })
    for await (const { entries } of pages) {
      for (const playlist of entries) {
        if (playlist?.type?.id !== regularType || seen.has(playlist.uuid)) continue
        if (channel !== undefined && playlist.videoChannel?.name !== channel) continue
        seen.add(playlist.uuid)
        yield {
          key: keyOf('peertube', host, 'playlist', playlist.uuid),
          title: playlist.displayName,
          description: withoutMarkup(playlist.description ?? ''),
          visibility: isPublicId(playlist.privacy) ? 'public' : 'private',
          videoKeys: await videoKeysOf(api, playlist.uuid),
        }
      }
    }
  }
}
