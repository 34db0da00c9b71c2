import { stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type AccountRecord, recordNames } from '../../../platform/archive/archive-format.ts'
import { emptyItem, type ImportedPlaylist, type ImportItem, keyOf } from '../../item.ts'
import { exportedKey } from '../exported-playlist.ts'
import { exportedIdIn } from '../exported-record.ts'
import type { Reader, ReaderContext } from '../reader.ts'
import type { NamedGroup } from '../sidecar-files.ts'
import { readAccount, readPlaylists, unreadablePlaylists } from '../unpacked-export.ts'
import { describeFile, playlistOfFolder, type SubfolderUse } from './describe-file.ts'
import { exportFolderOf, exportIn, playlistsFile } from './export-folder.ts'
import { playlistsOfExports } from './exported-playlists.ts'
import { fileInside, folderPlace } from './folder-place.ts'
import { type FoundFolder, foldersIn, isInvalidName } from './folders-in.ts'
import { readBeside } from './read-beside.ts'

export interface FolderRequest {
  path: string
  /** What the names of the folders inside it become. */
  subfolders?: SubfolderUse | undefined
  /** Only these, relative to the folder. */
  files?: readonly string[] | undefined
}

const pageSize = 100

async function itemOf(
  root: string,
  { folder }: Pick<FoundFolder, 'folder'>,
  group: NamedGroup,
  request: FolderRequest,
  account: AccountRecord | undefined,
): Promise<ImportItem> {
  const path = join(folder, group.video)
  const label = relative(root, path)
  const id = account && exportedIdIn(await readBeside(join(folder, recordNames.video), root))
  const pathKey = keyOf('folder', path)
  const item = {
    ...emptyItem(pathKey, label),
    // As by the link of the same export. Earlier versions, and imports of a part of it, know it by its path.
    ...(account && id !== undefined && { key: exportedKey(account, id), formerKey: pathKey }),
  }
  if (group.problem !== undefined) return { ...item, problem: group.problem }
  const real = await fileInside(path, root)
  const state = real && (await stat(real).catch(() => undefined))
  if (!state) return { ...item, problem: problemOf(group.video) }
  const { size, mtime } = state
  const { captions, thumbnail, ...details } = await describeFile(
    { ...group, folders: foldersFrom(root, folder), modifiedAt: mtime, subfolders: request.subfolders ?? 'nothing' },
    (name) => readBeside(join(folder, name), root),
  )
  return {
    ...item,
    ...details,
    source: { from: 'folder', path },
    captions: captions.map(({ name, ...caption }) => ({ ...caption, source: { from: 'folder', path: join(folder, name) } })),
    thumbnail: thumbnail === null ? null : { from: 'folder', path: join(folder, thumbnail) },
    bytes: size,
  }
}

const foldersFrom = (root: string, folder: string): string[] => relative(root, folder).split(sep).filter(Boolean)

const problemOf = (name: string): string =>
  isInvalidName(name)
    ? 'The name of this file is not valid text. Rename it.'
    : 'This file leads out of the folder, or cannot be read by the server.'

/** After a restart it is listed again: files may have come meanwhile, and those that are known are not added twice. */
async function* list(request: FolderRequest, _listedTo: unknown, { folders, signal }: ReaderContext) {
  const root = await folderPlace(request.path, folders)
  const wanted = request.files && new Set(request.files)
  let count = 0
  let items: ImportItem[] = []
  let exported: { folder: string; account: AccountRecord | undefined } | undefined
  for await (const found of foldersIn(root)) {
    const exportFolder = exportFolderOf(found)
    if (exportFolder !== undefined && exportFolder !== exported?.folder) {
      const place = exportIn(exportFolder, root)
      exported = { folder: exportFolder, account: await readAccount(place) }
      const path = relative(root, playlistsFile(exportFolder))
      if (exported.account && (!wanted || wanted.has(path)) && (await readPlaylists(place)) === undefined) {
        count += 1
        items.push({ ...emptyItem(keyOf('folder', playlistsFile(exportFolder)), path), problem: unreadablePlaylists })
      }
    }
    if (found.problem !== undefined && !wanted) {
      count += 1
      const label = `${relative(root, found.folder)}${sep}`
      items.push({ ...emptyItem(keyOf('folder', found.folder), label), problem: found.problem })
    }
    for (const group of found.groups) {
      signal.throwIfAborted()
      count += 1
      if (wanted && !wanted.has(relative(root, join(found.folder, group.video)))) continue
      items.push(await itemOf(root, found, group, request, exportFolder === undefined ? undefined : exported?.account))
      if (items.length < pageSize) continue
      yield { items, listedTo: count }
      items = []
    }
  }
  yield { items, listedTo: count, total: count }
}

async function* playlists(request: FolderRequest, { folders, signal }: ReaderContext): AsyncGenerator<ImportedPlaylist> {
  const { subfolders = 'nothing', files } = request
  const root = await folderPlace(request.path, folders)
  yield* playlistsOfExports(root, files, signal)
  if (subfolders !== 'playlists') return
  for await (const { folder, groups } of foldersIn(root)) {
    const title = playlistOfFolder(foldersFrom(root, folder), subfolders)
    const videos = groups.filter(({ problem }) => problem === undefined)
    if (title === undefined || videos.length === 0 || groups.some(({ isExported }) => isExported)) continue
    yield {
      key: keyOf('folder', folder),
      title,
      description: '',
      visibility: 'private',
      videoKeys: videos.map(({ video }) => keyOf('folder', join(folder, video))),
    }
  }
}

export const folder: Reader<FolderRequest> = { list, playlists }
