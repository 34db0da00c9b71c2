import { Failure } from '@video-forge/contract/errors'
import { tagNames } from '@video-forge/contract/text/tags'
import { type AccountRecord, recordNames } from '../../../platform/archive/archive-format.ts'
import { emptyItem, type ImportedPlaylist, type ImportItem, keyOf } from '../../item.ts'
import { exportedKey, exportedPlaylist } from '../exported-playlist.ts'
import { exportedIdIn } from '../exported-record.ts'
import { describeFile } from '../folder/describe-file.ts'
import { otherVideosIn, unsupportedFormat } from '../other-videos.ts'
import { titleInName } from '../read-values.ts'
import type { Reader, ReaderContext } from '../reader.ts'
import { baseOf, exportedBase, exportedGroup, groupNames, isVideoName, type NamedGroup } from '../sidecar-files.ts'
import { type ExportPlace, readAccount, readPlaylists, unreadablePlaylists } from '../unpacked-export.ts'
import { type Bucket, folderIn, type Listed, linkTo, listObjects, nameIn, readObject } from './bucket.ts'
import { type BucketFolder, foldersFrom, foldersInBucket } from './folders-in-bucket.ts'

export interface S3Request extends Bucket {
  prefix: string
  subfolders?: 'tags' | 'nothing' | undefined
}

/** Records of exported videos that are read at once. */
const recordsAtOnce = 10

const objectKey = ({ endpoint, bucket }: S3Request, key: string): string => keyOf('s3', endpoint ?? 'aws', bucket, key)

function itemOf(request: S3Request, { key, bytes, date }: Listed): ImportItem {
  const tags = request.subfolders === 'tags' ? tagNames(foldersFrom(request.prefix, key)) : []
  const filename = nameIn(key)
  return {
    ...emptyItem(objectKey(request, key), key),
    source: { from: 's3', key },
    filename,
    title: titleInName(filename),
    tags,
    bytes,
    date,
  }
}

/** The videos of a folder that is none of an export. */
function itemsIn(request: S3Request, { objects }: BucketFolder): ImportItem[] {
  const others = new Set(otherVideosIn(objects.map(({ key }) => nameIn(key))))
  return objects.flatMap((each) => {
    if (others.has(nameIn(each.key))) return { ...emptyItem(objectKey(request, each.key), each.key), problem: unsupportedFormat(each.key) }
    return isVideoName(nameIn(each.key)) ? itemOf(request, each) : []
  })
}

/** The folder of the whole export, above `videos/0001 Title/`. */
const exportFolderOf = (folder: string): string => folder.split('/').slice(0, -3).concat('').join('/')

/** Nothing of it can be read where it lies outside the prefix. */
function exportIn(request: S3Request, folder: string, context: ReaderContext): ExportPlace {
  const isInside = folder.startsWith(request.prefix)
  return {
    names: async (prefix) => (isInside ? namesFrom(request, folder, prefix, context) : []),
    read: async (name, maxBytes) => (isInside ? readObject(request, folder + name, context, maxBytes) : undefined),
  }
}

/** The export that a folder belongs to, and whose it is. */
interface Found {
  folder: string
  account: AccountRecord | undefined
}

/** Of an export, the folders of its videos come one after the other, so each is read once. */
function exportsOf(request: S3Request, context: ReaderContext) {
  let last: Found | undefined
  return async (videoFolder: string): Promise<Found & { isNew: boolean }> => {
    const folder = exportFolderOf(videoFolder)
    if (last?.folder === folder) return { ...last, isNew: false }
    last = { folder, account: await readAccount(exportIn(request, folder, context)) }
    return { ...last, isNew: true }
  }
}

/** With what its name, its folder and the files beside it say, as those of a folder of the server. */
async function described(item: ImportItem, folder: string, group: NamedGroup, read: (name: string) => Promise<string | undefined>) {
  const modifiedAt = item.date === null ? null : new Date(item.date)
  const { captions, thumbnail, ...details } = await describeFile({ ...group, folders: [], modifiedAt, subfolders: 'nothing' }, read)
  return {
    ...item,
    ...details,
    tags: tagNames([...item.tags, ...details.tags]),
    thumbnail: thumbnail === null ? null : { from: 's3' as const, key: folder + thumbnail },
    captions: captions.map(({ name, ...caption }) => ({ ...caption, source: { from: 's3' as const, key: folder + name } })),
  }
}

/** The video of an unpacked export: as by the link of the same export. */
async function exportedItem(
  request: S3Request,
  { folder, objects, exported }: BucketFolder,
  account: AccountRecord | undefined,
  context: ReaderContext,
): Promise<ImportItem[]> {
  const video = objects.find(({ key }) => nameIn(key) === exported?.video)
  if (!exported || !video) return []
  const record = await readObject(request, folder + recordNames.video, context)
  const item = await described({ ...itemOf(request, video), tags: [] }, folder, exported, async () => record)
  const id = account && exportedIdIn(record)
  return [{ ...item, ...(account && id !== undefined && { key: exportedKey(account, id), formerKey: item.key }) }]
}

async function* list(request: S3Request, listedTo: unknown, context: ReaderContext) {
  const exportOf = exportsOf(request, context)
  let place = typeof listedTo === 'string' ? listedTo : undefined
  for await (const page of foldersInBucket(request, request.prefix, place, context)) {
    const readings: (() => ImportItem[] | Promise<ImportItem[]>)[] = []
    for (const each of page.folders) {
      if (!each.exported) {
        readings.push(() => itemsIn(request, each))
        continue
      }
      const { folder, account, isNew } = await exportOf(each.folder)
      if (isNew && account && (await readPlaylists(exportIn(request, folder, context))) === undefined) {
        const key = folder + recordNames.playlists
        readings.push(() => [{ ...emptyItem(objectKey(request, key), key), problem: unreadablePlaylists }])
      }
      readings.push(() => exportedItem(request, each, account, context))
    }
    // Folders may lie between the files of another one, so after a kill the whole page is listed again.
    for (;;) {
      const items = (await Promise.all(readings.splice(0, recordsAtOnce).map((read) => read()))).flat()
      if (readings.length === 0) {
        yield { items, listedTo: page.listedTo }
        break
      }
      yield { items, listedTo: place ?? null }
    }
    place = page.listedTo
  }
}

async function* playlists(request: S3Request, context: ReaderContext): AsyncGenerator<ImportedPlaylist> {
  const exportOf = exportsOf(request, context)
  for await (const { folders } of foldersInBucket(request, request.prefix, undefined, context))
    for (const each of folders) {
      if (!each.exported) continue
      const { folder, account, isNew } = await exportOf(each.folder)
      if (!isNew || !account) continue
      for (const playlist of (await readPlaylists(exportIn(request, folder, context))) ?? []) yield exportedPlaylist(account, playlist)
    }
}

/** The names of a folder that begin so, as many as a page has. */
async function namesFrom(request: S3Request, folder: string, start: string, context: ReaderContext): Promise<string[]> {
  const { objects } = await listObjects(request, folder + start, undefined, context)
  return objects.map(({ key }) => key.slice(folder.length)).filter((name) => !name.includes('/'))
}

/** Those that belong to a video. Its accents may be one letter or two. */
async function groupOf(request: S3Request, folder: string, video: string, context: ReaderContext): Promise<NamedGroup> {
  const exported = baseOf(video) === exportedBase ? exportedGroup(await namesFrom(request, folder, '', context)) : undefined
  if (exported?.video === video) return exported
  const base = baseOf(video)
  const names: string[] = []
  for (const form of new Set([base, base.normalize('NFC'), base.normalize('NFD')]))
    names.push(...(await namesFrom(request, folder, form, context)))
  return groupNames([...new Set(names)]).find((group) => group.video === video) ?? { video, sidecars: [] }
}

/** For `.catch`: a file beside a video that cannot be read keeps it from nothing but being public. */
const unread = (signal: AbortSignal) => (error: unknown) => {
  signal.throwIfAborted()
  if (error instanceof Failure) return undefined
  throw error
}

/** Looks for the files beside it. */
async function complete(request: S3Request, item: ImportItem, context: ReaderContext): Promise<ImportItem> {
  if (item.source?.from !== 's3') return item
  const folder = folderIn(item.source.key)
  const group = await groupOf(request, folder, nameIn(item.source.key), context)
  return described(item, folder, group, (name) => readObject(request, folder + name, context).catch(unread(context.signal)))
}

export const s3: Reader<S3Request> = { list, complete, playlists, linkTo }
