import { taggedLanguage } from '@video-forge/contract/captions/languages'
import { Failure } from '@video-forge/contract/errors'
import { playlistRules } from '@video-forge/contract/rules/playlist-rules'
import type { Chapter } from '@video-forge/contract/text/chapters'
import { tagNames } from '@video-forge/contract/text/tags'
import { emptyItem, type ImportedPlaylist, type ImportItem, keyOf } from '../../item.ts'
import { getJson, getOptionalJson } from '../get-json.ts'
import { nameInUrl, readBytes, readDate, readSeconds, withoutMarkup } from '../read-values.ts'
import type { Reader, ReaderContext } from '../reader.ts'
import * as answers from './mediacms-answers.ts'

/** A server that always names a next page would never end. Pages have 50 by default. */
const maxPages = 10_000
const maxPlaylistPages = 100

interface MediaCmsRequest {
  url: string
  /** For media that are not public. */
  token?: string | undefined
}

interface Place {
  origin: string
  /** Only the media of this person. */
  author?: string
  /** Only this one. */
  token?: string
}

/** A site, a person (`/user/name`) or one video (`/view?m=token`). */
function placeOf(address: string): Place {
  const typed = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(typed))
    throw new Failure('INVALID_INPUT', 'This is not a web address. Copy the one of the MediaCMS site or of a person there.')
  const { origin, pathname, searchParams } = new URL(typed)
  const [, author] = /^\/user\/([^/]+)/.exec(pathname) ?? []
  const token = searchParams.get('m')
  return { origin, ...(author && { author }), ...(token && { token }) }
}

const accessHeaders = ({ token }: MediaCmsRequest): Record<string, string> => (token ? { authorization: `Token ${token}` } : {})

const addressOf = (path: string | null | undefined, origin: string): string | undefined =>
  path && URL.canParse(path, origin) ? new URL(path, origin).href : undefined

function itemOf(media: answers.ListedMedia, origin: string): ImportItem {
  const token = media.friendly_token
  const thumbnail = addressOf(media.thumbnail_url, origin)
  return {
    ...emptyItem(keyOf('mediacms', new URL(origin).host, token), `${origin}/view?m=${token}`),
    title: media.title,
    description: withoutMarkup(media.description ?? ''),
    date: readDate(media.add_date),
    // Lists that anyone may read have no state.
    visibility: media.state === 'public' ? 'public' : 'private',
    thumbnail: thumbnail ? { from: 'url', url: thumbnail } : null,
    oldAddresses: [`mediacms/${token}`],
    bytes: readBytes(media.size),
    seconds: media.duration ?? null,
    ...(media.media_type && media.media_type !== 'video' && { problem: `This is not a video (${media.media_type}).` }),
  }
}

async function* list(request: MediaCmsRequest, listedTo: unknown, context: ReaderContext) {
  const { origin, author, token } = placeOf(request.url)
  const get = { headers: accessHeaders(request) }
  if (token) {
    const media = await getJson(context, `${origin}/api/v1/media/${token}`, answers.mediaDetails, get)
    yield { items: [itemOf({ ...media, friendly_token: token }, origin)], listedTo: 1, total: 1 }
    return
  }
  // By number and not by the address in `next`, which has another protocol behind some proxies.
  for (let page = typeof listedTo === 'number' ? listedTo : 1; ; page += 1) {
    const address = `${origin}/api/v1/media?page=${page}${author ? `&author=${author}` : ''}`
    const { results, count, next } = await getJson(context, address, answers.mediaPage, get)
    yield { items: results.map((media) => itemOf(media, origin)), listedTo: page + 1, total: count }
    if (!next || results.length === 0 || page >= maxPages) return
  }
}

/** The original, or the tallest of the site's own files. H.264 first: every site has it, and it is quickest to read. */
function fileOf(media: answers.MediaDetails, origin: string): { url: string; bytes: number | null } | undefined {
  const original = addressOf(media.original_media_url, origin)
  if (original) return { url: original, bytes: readBytes(media.size) }
  const made = Object.entries(media.encodings_info ?? {}).flatMap(([height, byCodec]) =>
    Object.entries(byCodec).flatMap(([codec, { url, status, size }]) => {
      const address = addressOf(url, origin)
      const order = Number(height) * 10 + (codec === 'h264' ? 1 : 0)
      return address && status === 'success' && Number(height) > 0 ? [{ url: address, bytes: readBytes(size), order }] : []
    }),
  )
  return made.sort((a, b) => b.order - a.order)[0]
}

const chaptersOf = ({ chapter_data }: answers.MediaDetails): Chapter[] =>
  (chapter_data ?? []).flatMap((chapter) => {
    const start = readSeconds(chapter.start ?? chapter.startTime)
    const title = chapter.title ?? chapter.chapterTitle
    return start !== null && title ? [{ start, title }] : []
  })

async function complete(request: MediaCmsRequest, item: ImportItem, context: ReaderContext): Promise<ImportItem> {
  const { origin } = placeOf(request.url)
  const token = item.oldAddresses[0]?.split('/')[1] ?? ''
  const media = await getJson(context, `${origin}/api/v1/media/${token}`, answers.mediaDetails, { headers: accessHeaders(request) })
  const full = itemOf({ ...media, friendly_token: token }, origin)
  if (full.problem) throw new Failure('INVALID_SOURCE', full.problem)
  const file = fileOf(media, origin)
  if (!file) throw new Failure('INVALID_SOURCE', 'MediaCMS has no file of this video, or does not give it out.')
  const needsToken = request.token !== undefined
  const picture = addressOf(media.poster_url, origin)
  return {
    ...full,
    source: { from: 'url', url: file.url, needsToken },
    filename: nameInUrl(file.url),
    bytes: file.bytes,
    thumbnail: picture ? { from: 'url', url: picture } : full.thumbnail,
    tags: tagNames((media.tags_info ?? []).map(({ title }) => title)),
    chapters: chaptersOf(media),
    captions: (media.subtitles_info ?? []).flatMap(({ src, srclang, label }) => {
      const url = addressOf(src, origin)
      const language = taggedLanguage(srclang ?? undefined) ?? 'und'
      return url ? [{ language, ...(label && { label }), source: { from: 'url' as const, url, needsToken } }] : []
    }),
  }
}

async function* playlists(request: MediaCmsRequest, context: ReaderContext): AsyncGenerator<ImportedPlaylist> {
  const { origin, author, token } = placeOf(request.url)
  if (token) return
  const host = new URL(origin).host
  const get = { headers: accessHeaders(request) }
  for (let page = 1; ; page += 1) {
    const found = await getOptionalJson(context, `${origin}/api/v1/playlists?page=${page}`, answers.playlistPage, get)
    for (const { title, description, user, api_url, url } of found?.results ?? []) {
      const name = /\/playlists\/([\w-]+)/.exec(api_url ?? url ?? '')?.[1]
      if (!name || (author && user !== author)) continue
      const details = await getOptionalJson(context, `${origin}/api/v1/playlists/${name}`, answers.playlistDetails, get)
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
    if (!found?.next || page >= maxPlaylistPages) return
  }
}

export const mediacms: Reader<MediaCmsRequest> = { list, complete, playlists, accessHeaders }
