import { join, relative } from 'node:path'
import { recordNames } from '../../../platform/archive/archive-format.ts'
import { type ImportedPlaylist, keyOf } from '../../item.ts'
import { exportedKey, exportedPlaylist } from '../exported-playlist.ts'
import { exportedIdIn } from '../exported-record.ts'
import { readAccount, readPlaylists } from '../unpacked-export.ts'
import { exportFolderOf, exportIn, playlistsFile } from './export-folder.ts'
import { foldersIn } from './folders-in.ts'
import { readBeside } from './read-beside.ts'

interface Walked {
  folder: string
  /** The keys that its videos have by their paths, from before its account was there. */
  pathKeys: Map<string, string>
  isWanted: boolean
}

async function* playlistsOf({ folder, pathKeys, isWanted }: Walked, root: string): AsyncGenerator<ImportedPlaylist> {
  const place = exportIn(folder, root)
  const account = isWanted ? await readAccount(place) : undefined
  if (!account) return
  const keysOf = (id: string) => [exportedKey(account, id), pathKeys.get(id)].filter((key) => key !== undefined)
  for (const playlist of (await readPlaylists(place)) ?? []) yield exportedPlaylist(account, playlist, keysOf)
}

/**
 * The playlists of the unpacked exports below a folder, of one after the other. With `files` only of those exports that have one of these: what
 * the owner has changed in the playlists of others since stays.
 */
export async function* playlistsOfExports(
  root: string,
  files: readonly string[] | undefined,
  signal: AbortSignal,
): AsyncGenerator<ImportedPlaylist> {
  const wanted = files && new Set(files)
  const isNamed = (path: string): boolean => !wanted || wanted.has(relative(root, path))
  let walked: Walked | undefined
  for await (const found of foldersIn(root)) {
    signal.throwIfAborted()
    const folder = exportFolderOf(found)
    if (folder === undefined) continue
    if (folder !== walked?.folder) {
      if (walked) yield* playlistsOf(walked, root)
      walked = { folder, pathKeys: new Map(), isWanted: isNamed(playlistsFile(folder)) }
    }
    const id = exportedIdIn(await readBeside(join(found.folder, recordNames.video), root))
    for (const { video } of found.groups) {
      const path = join(found.folder, video)
      if (id !== undefined) walked.pathKeys.set(id, keyOf('folder', path))
      walked.isWanted ||= isNamed(path)
    }
  }
  if (walked) yield* playlistsOf(walked, root)
}
