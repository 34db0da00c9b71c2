import { taggedLanguage, unknownLanguage } from '@video-forge/contract/captions/languages'
import { Failure } from '@video-forge/contract/errors'
import type { VideoRecord } from '../../../platform/archive/archive-format.ts'
import { type ArchivedVideo, type ArchiveHead, readArchive, readArchiveHead } from '../../../platform/archive/read-archive.ts'
import { InvalidArchive, type ReadBytes } from '../../../platform/archive/walk-tar.ts'
import { emptyItem, type FileSource, type ImportItem } from '../../item.ts'
import { accessOf } from '../access-of.ts'
import { exportedKey, exportedPlaylist } from '../exported-playlist.ts'
import type { Reader, ReaderContext } from '../reader.ts'
import { expiredLink } from './link-expired.ts'
import { readAhead } from './read-ahead.ts'

export interface ArchiveRequest {
  /** Of the archive: a link of an export, or any server that answers ranges. */
  url: string
}

const pageSize = 50

/** The parts of an archive are fetched one by one, so it is never here as a whole, and a listing continues at any video. */
export const archive: Reader<ArchiveRequest> = {
  async *list(request, listedTo, context) {
    const read = readerOf(request, context)
    const head = await understood(readArchiveHead(read))
    let items: ImportItem[] = []
    let place = head.next
    const videos = readArchive(read, typeof listedTo === 'number' ? listedTo : head.next)
    for (let step = await understood(videos.next()); !step.done; step = await understood(videos.next())) {
      context.signal.throwIfAborted()
      items.push(itemOf(request, head, step.value))
      place = step.value.next
      if (items.length < pageSize) continue
      yield { items, listedTo: place, total: head.account.videoCount }
      items = []
    }
    if (items.length > 0) yield { items, listedTo: place, total: head.account.videoCount }
  },

  async *playlists(request, context) {
    const head = await understood(readArchiveHead(readerOf(request, context)))
    for (const playlist of head.playlists) yield exportedPlaylist(head.account, playlist)
  },
}

const readerOf = ({ url }: ArchiveRequest, { getBytes }: ReaderContext): ReadBytes =>
  readAhead((start, length) => getBytes(url, { start, size: length }))

/** What is wrong with the archive is a sentence for the person. */
const understood = async <Result>(reading: Promise<Result>): Promise<Result> =>
  reading.catch((error: unknown) => {
    const problem = error instanceof InvalidArchive ? error.message : expiredLink(error)
    throw problem === undefined ? error : new Failure('INVALID_SOURCE', problem, { cause: error })
  })

function itemOf({ url }: ArchiveRequest, head: ArchiveHead, { record, files }: ArchivedVideo): ImportItem {
  const at = (name: string | undefined): FileSource | null => {
    const range = name === undefined ? undefined : files.get(name)
    return range && range.size > 0 ? { from: 'url', url, range } : null
  }
  const { account } = head
  const item = { ...emptyItem(exportedKey(account, record.id), `${account.site}/video/${record.id}`), title: record.title }
  const source = at(record.original?.name)
  if (!source) return { ...item, problem: 'There is no file of this video in the archive.' }
  return {
    ...item,
    ...detailsOf(record),
    source,
    filename: record.original?.uploadedAs ?? record.original?.name ?? '',
    bytes: record.original?.size ?? null,
    captions: record.captions.flatMap(({ name, language, label, source: origin, isDefault, isReviewed = false }) => {
      const found = at(name)
      return found ? [{ language: taggedLanguage(language) ?? unknownLanguage, label, origin, isDefault, isReviewed, source: found }] : []
    }),
    // An automatic one is made again.
    thumbnail: record.thumbnail?.isChosen ? at(record.thumbnail.name) : null,
  }
}

function detailsOf(record: VideoRecord) {
  const spoken = taggedLanguage(record.language ?? undefined)
  return {
    title: record.title,
    description: record.description,
    tags: record.tags,
    chapters: record.chapters,
    date: record.createdAt,
    ...accessOf(record),
    seconds: record.duration,
    ...(spoken !== undefined && { language: spoken }),
  }
}
