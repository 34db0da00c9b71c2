import { taggedLanguage } from '@video-forge/contract/captions/languages'
import { Failure } from '@video-forge/contract/errors'
import { tagNames } from '@video-forge/contract/text/tags'
import type { ImportItem } from '../../item.ts'
import { addressAt } from '../address-at.ts'
import { chooseFile } from '../choose-file.ts'
import { getJson, getOptionalJson } from '../get-json.ts'
import type { ItemPage, Reader, ReaderContext } from '../reader.ts'
import { mediaCmsPlace } from './mediacms-address.ts'
import * as answers from './mediacms-answers.ts'
import { chaptersOf, filesOf, itemOf, ownHostOf } from './mediacms-item.ts'
import { listMedia } from './mediacms-lists.ts'
import { playlistsOf } from './mediacms-playlists.ts'

interface MediaCmsRequest {
  url: string
  /** For media that are not public. */
  token?: string | undefined
}

const accessHeaders = ({ token }: MediaCmsRequest): Record<string, string> => (token ? { authorization: `Token ${token}` } : {})

async function* list(request: MediaCmsRequest, listedTo: unknown, context: ReaderContext): AsyncGenerator<ItemPage> {
  const place = mediaCmsPlace(request.url)
  const { origin, token } = place
  const options = { headers: accessHeaders(request) }
  if (token === undefined) {
    yield* listMedia({ place, context, options }, typeof listedTo === 'number' ? listedTo : 1)
    if (place.author !== undefined || request.token === undefined) return
    // Only the list of a person has what is not public of theirs.
    const me = await getOptionalJson(context, `${origin}/api/v1/whoami`, answers.ownUser, options)
    if (me)
      for await (const page of listMedia({ place: { origin, author: me.username }, context, options }, 1)) yield { ...page, listedTo: 1 }
    return
  }
  const media = await getJson(context, `${origin}/api/v1/media/${token}`, answers.mediaDetails, options)
  yield { items: [itemOf({ ...media, friendly_token: token }, origin)], listedTo: 1, total: 1 }
}

async function complete(request: MediaCmsRequest, item: ImportItem, context: ReaderContext): Promise<ImportItem> {
  const { origin } = mediaCmsPlace(request.url)
  const token = item.oldAddresses[0]?.split('/')[1] ?? ''
  const media = await getJson(context, `${origin}/api/v1/media/${token}`, answers.mediaDetails, { headers: accessHeaders(request) })
  const full = itemOf({ ...media, friendly_token: token }, origin)
  if (full.problem) throw new Failure('INVALID_SOURCE', full.problem)
  const file = chooseFile(filesOf(media, origin), context.maxFileBytes)
  if (!file) throw new Failure('INVALID_SOURCE', 'MediaCMS has no file of this video, or does not give it out.')
  const needsToken = request.token !== undefined
  const ownHost = ownHostOf(media)
  const picture = addressAt(media.poster_url, origin, ownHost)
  return {
    ...full,
    source: { from: 'url', url: file.url, needsToken },
    filename: file.filename,
    bytes: file.bytes,
    thumbnail: picture ? { from: 'url', url: picture } : full.thumbnail,
    tags: tagNames((media.tags_info ?? []).map(({ title }) => title)),
    chapters: chaptersOf(media),
    captions: (media.subtitles_info ?? []).flatMap(({ src, srclang, label }) => {
      const url = addressAt(src, origin, ownHost)
      const language = taggedLanguage(srclang ?? undefined) ?? 'und'
      return url ? [{ language, ...(label && { label }), source: { from: 'url' as const, url, needsToken } }] : []
    }),
  }
}

export const mediacms: Reader<MediaCmsRequest> = {
  list,
  complete,
  playlists: (request, context) => playlistsOf(mediaCmsPlace(request.url), context, { headers: accessHeaders(request) }),
  accessHeaders,
  refusedFile:
    'MediaCMS does not give out this file. Newer versions give files of private media only to people who are signed in: make it unlisted there while you import it.',
}
