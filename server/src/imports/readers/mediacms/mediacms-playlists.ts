import { playlistRules } from '@video-forge/contract/rules/playlist-rules'
import { type ImportedPlaylist, keyOf } from '../../item.ts'
import { getOptionalJson } from '../get-json.ts'
import { pagesOf } from '../pages-of.ts'
import { withoutMarkup } from '../read-values.ts'
import type { GetOptions, ReaderContext } from '../reader.ts'
import type { MediaCmsPlace } from './mediacms-address.ts'
import * as answers from './mediacms-answers.ts'

const maxPlaylistPages = 100

export async function* playlistsOf(
  { origin, author, token }: MediaCmsPlace,
  context: ReaderContext,
  options: GetOptions,
): AsyncGenerator<ImportedPlaylist> {
  if (token) return
  const host = new URL(origin).host
  const pages = pagesOf({
    from: 1,
    maxPages: maxPlaylistPages,
    idOf: ({ api_url, url }) => api_url ?? url ?? '',
    get: async (page: number) => {
      const found = await getOptionalJson(context, `${origin}/api/v1/playlists?page=${page}`, answers.playlistPage, options)
      return found && { entries: found.results, next: found.next ? page + 1 : undefined }
    },
  })
  for await (const { entries } of pages) {
    for (const { title, description, user, api_url, url } of entries) {
      const name = /\/playlists\/([\w-]+)/.exec(api_url ?? url ?? '')?.[1]
      if (!name || (author && user !== author)) continue
      const details = await getOptionalJson(context, `${origin}/api/v1/playlists/${name}`, answers.playlistDetails, options)
      const tokens = (details?.playlist_media ?? [])
        .slice(0, playlistRules.maxVideos)
        .flatMap((media) => media.friendly_token ?? /[?&]m=([\w-]+)/.exec(media.url ?? '')?.[1] ?? [])
      yield {
        key: keyOf('mediacms', host, 'playlist', name),
        title,
        description: withoutMarkup(description ?? ''),
        // MediaCMS lists them to anyone, but never said that they are meant to be.
        visibility: 'private',
        videoKeys: tokens.map((media) => keyOf('mediacms', host, media)),
      }
    }
  }
}
