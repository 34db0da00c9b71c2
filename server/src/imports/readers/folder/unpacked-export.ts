import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AccountRecord, type PlaylistsRecord, recordNames } from '../../../platform/archive/archive-format.ts'
import { maxPlaylistBytes, parseAccount, parsePlaylists } from '../../../platform/archive/parse-records.ts'
import type { FoundFolder } from './folders-in.ts'
import { readBeside } from './read-beside.ts'

/** What an unpacked export says beside its videos. */
export interface UnpackedExport {
  folder: string
  account: AccountRecord
}

/** The folder of the whole export, above `videos/0001 Title`; undefined for the folder of anything but one of its videos. */
export const exportFolderOf = ({ folder, groups }: FoundFolder): string | undefined =>
  groups.some(({ isExported }) => isExported) ? dirname(dirname(folder)) : undefined

export const playlistsFile = (folder: string): string => join(folder, recordNames.playlists)

const parsed = <Value>(text: string | undefined, parse: (text: string) => Value): Value | undefined => {
  try {
    return text === undefined ? undefined : parse(text)
  } catch {
    return undefined
  }
}

/** Undefined where the account is missing, as beside a single video of an export, or lies outside the imported folder. */
export async function readExport(folder: string, root: string): Promise<UnpackedExport | undefined> {
  const account = parsed(await readBeside(join(folder, recordNames.account), root), parseAccount)
  return account && { folder, account }
}

/** Undefined if they are not as a site writes them. */
export async function readPlaylists(folder: string, root: string): Promise<PlaylistsRecord['playlists'] | undefined> {
  const names = await readdir(folder).catch((): string[] => [])
  if (!names.includes(recordNames.playlists)) return []
  return parsed(await readBeside(playlistsFile(folder), root, maxPlaylistBytes), parsePlaylists)
}
