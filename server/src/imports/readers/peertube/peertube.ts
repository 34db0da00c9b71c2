import { taggedLanguage } from '@video-forge/contract/captions/languages'
import { Failure } from '@video-forge/contract/errors'
import { playlistRules } from '@video-forge/contract/rules/playlist-rules'
import { taskRules } from '@video-forge/contract/rules/task-rules'
import { tagNames } from '@video-forge/contract/text/tags'
import { emptyItem, type ImportedPlaylist, type ImportItem, keyOf } from '../../item.ts'
import { getJson, getOptionalJson } from '../get-json.ts'
import { nameInUrl, readDate, withoutMarkup } from '../read-values.ts'
import type { Reader, ReaderContext } from '../reader.ts'
import { bestFile } from './best-file.ts'
import { type PeerTubePlace, peerTubePlace } from './peertube-address.ts'
import * as answers from './peertube-answers.ts'

interface PeerTubeRequest {
  url: string
  /** For videos that are not public. */
  token?: string | undefined
}

const pageSize = 100
/** A server that answers every page in the same way would never end. */
const maxListed = taskRules.maxItems
const maxPlaylists = 1000
const publicId = 1

const accessHeaders = ({ token }: PeerTubeRequest): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})

/** The oldest first, so that a video that is published meanwhile shifts nothing. */
function listPath(place: PeerTubePlace, hasToken: boolean): string {
  const page = `count=${pageSize}&sort=publishedAt&nsfw=both`
  // Only there an account sees its own private videos.
  if (hasToken && (place.kind === 'account' || place.kind === 'channel')) return `/api/v1/users/me/videos?${page}`
  if (place.kind === 'account') return `/api/v1/accounts/${place.name}/videos?${page}`
  if (place.kind === 'channel') return `/api/v1/video-channels/${place.name}/videos?${page}`
  const all = hasToken ? '&privacyOneOf=1&privacyOneOf=2&privacyOneOf=3&privacyOneOf=4&privacyOneOf=5' : ''
  return `/api/v1/videos?isLocal=true&${page}${all}`
}

function thumbnailOf(video: answers.ListedVideo, origin: string): string | undefined {
  const [widest] = [...(video.thumbnails ?? [])].sort((a, b) => (b.width ?? 0) - (a.width ?? 0))
  const address = widest?.fileUrl ?? video.previewPath ?? video.thumbnailPath
  return address ? new URL(address, origin).href : undefined
}

function itemOf(video: answers.ListedVideo, origin: string): ImportItem {
  const { uuid, shortUUID } = video
  const thumbnail = thumbnailOf(video, origin)
  const language = taggedLanguage(video.language?.id ? String(video.language.id) : undefined)
  return {
    ...emptyItem(keyOf('peertube', new URL(origin).host, uuid), `${origin}/w/${shortUUID ?? uuid}`),
    title: video.name,
    description: withoutMarkup(video.description ?? video.truncatedDescription ?? ''),
    date: readDate(video.originallyPublishedAt) ?? readDate(video.publishedAt) ?? readDate(video.createdAt),
    // Unlisted, internal and protected ones are for fewer people than a public one.
    visibility: video.privacy?.id === publicId ? 'public' : 'private',
    ...(language && { language }),
    thumbnail: thumbnail ? { from: 'url', url: thumbnail } : null,
    oldAddresses: [uuid, ...(shortUUID ? [shortUUID] : [])].map((name) => `peertube/${name}`),
    seconds: video.duration ?? null,
    ...(video.isLive && { problem: 'A live stream has no file. Import its replay.' }),
  }
}

async function* list(request: PeerTubeRequest, listedTo: unknown, context: ReaderContext) {
  const place = peerTubePlace(request.url)
  const { origin } = place
  const get = { headers: accessHeaders(request) }
  if (place.kind === 'video') {
    const video = await getJson(context, `${origin}/api/v1/videos/${place.id}`, answers.videoDetails, get)
    yield { items: [itemOf(video, origin)], listedTo: 1, total: 1 }
    return
  }
  const path = listPath(place, request.token !== undefined)
  const isOwn = path.includes('/users/me/')
  for (let start = typeof listedTo === 'number' ? listedTo : 0; ; start += pageSize) {
    const { data, total } = await getJson(context, `${origin}${path}&start=${start}`, answers.videoPage, get)
    const wanted = isOwn && place.kind === 'channel' ? data.filter(({ channel }) => channel?.name === place.name.split('@')[0]) : data
    yield { items: wanted.map((video) => itemOf(video, origin)), listedTo: start + data.length, ...(wanted === data && { total }) }
    if (data.length < pageSize || start > maxListed) return
  }
}

/** The file that was uploaded, if the instance kept it: only its owner may have it. */
async function originalOf(request: PeerTubeRequest, origin: string, uuid: string, context: ReaderContext) {
  if (!request.token) return undefined
  const get = { headers: accessHeaders(request) }
  const source = await getOptionalJson(context, `${origin}/api/v1/videos/${uuid}/source`, answers.videoSource, get)
  const address = source?.fileDownloadUrl
  return address
    ? { source: { from: 'url' as const, url: new URL(address, origin).href, needsToken: true }, bytes: source.size ?? null }
    : undefined
}

async function complete(request: PeerTubeRequest, item: ImportItem, context: ReaderContext): Promise<ImportItem> {
  const { origin } = peerTubePlace(request.url)
  const uuid = item.oldAddresses[0]?.split('/')[1] ?? ''
  const get = { headers: accessHeaders(request) }
  const video = await getJson(context, `${origin}/api/v1/videos/${uuid}`, answers.videoDetails, get)
  const best = (await originalOf(request, origin, uuid, context)) ?? bestFile(video, origin, request.token !== undefined)
  if (!best) throw new Failure('INVALID_SOURCE', 'PeerTube has no file of this video.')
  const captions = await getOptionalJson(context, `${origin}/api/v1/videos/${uuid}/captions`, answers.captionPage, get)
  const chapters = await getOptionalJson(context, `${origin}/api/v1/videos/${uuid}/chapters`, answers.chapterList, get)
  return {
    ...itemOf(video, origin),
    ...best,
    filename: best.source.from === 'url' ? nameInUrl(best.source.url) : '',
    tags: tagNames(video.tags ?? []),
    captions: (captions?.data ?? []).flatMap(({ language, fileUrl, captionPath }) => {
      const address = fileUrl ?? captionPath
      const source = address && { from: 'url' as const, url: new URL(address, origin).href, needsToken: request.token !== undefined }
      return source ? [{ language: taggedLanguage(language.id) ?? 'und', source }] : []
    }),
    chapters: (chapters?.chapters ?? []).map(({ timecode, title }) => ({ start: timecode, title })),
  }
}

async function* playlists(request: PeerTubeRequest, context: ReaderContext): AsyncGenerator<ImportedPlaylist> {
  const place = peerTubePlace(request.url)
  const { origin } = place
  if (place.kind === 'video') return
  const owner = place.kind === 'account' ? `accounts/${place.name}/` : place.kind === 'channel' ? `video-channels/${place.name}/` : ''
  const get = { headers: accessHeaders(request) }
  const host = new URL(origin).host
  for (let start = 0; ; start += pageSize) {
    const page = await getOptionalJson(
      context,
      `${origin}/api/v1/${owner}video-playlists?count=${pageSize}&start=${start}`,
      answers.playlistPage,
      get,
    )
    for (const { uuid, displayName, description, privacy, type } of page?.data ?? []) {
      if (type?.id !== 1) continue
      const videoKeys: string[] = []
      for (let at = 0; at < 2 * playlistRules.maxVideos; at += pageSize) {
        const path = `/api/v1/video-playlists/${uuid}/videos?count=${pageSize}&start=${at}`
        const found = await getOptionalJson(context, origin + path, answers.playlistVideoPage, get)
        for (const { video } of (found?.data ?? []).slice(0, pageSize)) if (video) videoKeys.push(keyOf('peertube', host, video.uuid))
        if ((found?.data.length ?? 0) < pageSize || videoKeys.length >= playlistRules.maxVideos) break
      }
      yield {
        key: keyOf('peertube', host, 'playlist', uuid),
        title: displayName,
        description: withoutMarkup(description ?? ''),
        visibility: privacy?.id === publicId ? 'public' : 'private',
        videoKeys,
      }
    }
    if ((page?.data.length ?? 0) < pageSize || start >= maxPlaylists) return
  }
}

export const peertube: Reader<PeerTubeRequest> = { list, complete, playlists, accessHeaders }
