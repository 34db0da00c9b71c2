import { taggedLanguage } from '@video-forge/contract/captions/languages'
import { Failure } from '@video-forge/contract/errors'
import { taskRules } from '@video-forge/contract/rules/task-rules'
import { tagNames } from '@video-forge/contract/text/tags'
import * as z from 'zod'
import type { ImportItem } from '../../item.ts'
import { addressAt } from '../address-at.ts'
import { chooseFile, type OfferedFile } from '../choose-file.ts'
import type { ItemPage, Reader, ReaderContext } from '../reader.ts'
import { peerTubePlace } from './peertube-address.ts'
import * as answers from './peertube-answers.ts'
import { accessHeaders, listPages, type PeerTubeApi, type PeerTubeRequest, peerTubeApi, requireOwnAccount } from './peertube-api.ts'
import { filesOf } from './peertube-files.ts'
import { itemOf, ownHostOf } from './peertube-item.ts'
import { videoLists } from './peertube-lists.ts'
import { playlistsOf } from './peertube-playlists.ts'

/** Where an earlier listing ended. What earlier versions stored was only a number: they begin again, and nothing is there twice. */
const listingPlace = z.object({ list: z.string(), start: z.number() })

async function* list(request: PeerTubeRequest, listedTo: unknown, context: ReaderContext): AsyncGenerator<ItemPage> {
  const api = peerTubeApi(request, context)
  const { origin } = api
  const place = await api.place()
  if (place.kind === 'video') {
    const video = await api.get(`videos/${place.id}`, answers.videoDetails)
    yield { items: [itemOf(video, origin)], listedTo: 1, total: 1 }
    return
  }
  const hasToken = request.token !== undefined
  const lists = videoLists(place, hasToken, hasToken ? await requireOwnAccount(api) : undefined)
  const earlier = listingPlace.safeParse(listedTo).data
  const first = Math.max(
    0,
    lists.findIndex(({ name }) => name === earlier?.list),
  )
  for (const { name, path, isWanted, isComplete } of lists.slice(first)) {
    const from = name === earlier?.list ? earlier.start : 0
    const isOptional = name !== 'public'
    const listing = { path, from, isOptional, schema: answers.videoPage, maxEntries: taskRules.maxItems }
    let end = from
    for await (const { entries, total } of listPages(api, { ...listing, idOf: (video: answers.ListedVideo) => video.uuid })) {
      end += entries.length
      const items = entries.flatMap((video) => (video && (isWanted?.(video) ?? true) ? itemOf(video, origin) : []))
      const isTotal = !isWanted && (isComplete || !isOptional) && total !== undefined
      yield { items, listedTo: { list: name, start: end }, ...(isTotal && { total }) }
    }
    if (isComplete && end > 0) return
  }
}

/** The file that was uploaded, if the instance kept it: only its owner may have it. */
async function originalOf({ find, origin }: PeerTubeApi, id: string, ownHost: string | undefined): Promise<OfferedFile[]> {
  const source = await find(`videos/${id}/source`, answers.videoSource)
  const url = addressAt(source?.fileDownloadUrl, origin, ownHost)
  return url ? [{ url, name: source?.inputFilename, bytes: source?.size ?? null }] : []
}

async function complete(request: PeerTubeRequest, item: ImportItem, context: ReaderContext): Promise<ImportItem> {
  const api = peerTubeApi(request, context)
  const { origin } = api
  const place = peerTubePlace(request.url)
  const id = place.kind === 'video' ? place.id : (item.oldAddresses[0]?.split('/')[1] ?? '')
  const video = await api.get(`videos/${id}`, answers.videoDetails)
  const full = itemOf(video, origin)
  if (full.problem) return full
  const needsToken = request.token !== undefined
  const ownHost = ownHostOf(video)
  const original = needsToken ? await originalOf(api, id, ownHost) : []
  const file = chooseFile([...original, ...filesOf(video, origin, ownHost)], context.maxFileBytes)
  if (!file) throw new Failure('INVALID_SOURCE', 'PeerTube has no file of this video.')
  const captions = await api.find(`videos/${id}/captions`, answers.captionPage)
  const chapters = await api.find(`videos/${id}/chapters`, answers.chapterList)
  return {
    ...full,
    source: { from: 'url', url: file.url, needsToken },
    filename: file.filename,
    bytes: file.bytes,
    tags: tagNames(video.tags ?? []),
    captions: (captions?.data ?? []).flatMap(({ language, fileUrl, captionPath }) => {
      const url = addressAt(fileUrl ?? captionPath, origin, ownHost)
      return url ? [{ language: taggedLanguage(language.id) ?? 'und', source: { from: 'url' as const, url, needsToken } }] : []
    }),
    chapters: (chapters?.chapters ?? []).map(({ timecode, title }) => ({ start: timecode, title })),
  }
}

export const peertube: Reader<PeerTubeRequest> = {
  list,
  complete,
  playlists: (request, context) => playlistsOf(peerTubeApi(request, context), request.token !== undefined),
  accessHeaders,
  refusedFile: 'PeerTube does not give out this file. Its owner may have it: use a new token of theirs, which is valid for a day.',
}
