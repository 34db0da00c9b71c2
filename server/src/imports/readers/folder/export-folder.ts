import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { recordNames } from '../../../platform/archive/archive-format.ts'
import type { ExportPlace } from '../unpacked-export.ts'
import type { FoundFolder } from './folders-in.ts'
import { readBeside } from './read-beside.ts'

/** The folder of a whole unpacked export, above `videos/0001 Title`; undefined for the folder of anything but one of its videos. */
export const exportFolderOf = ({ folder, groups }: FoundFolder): string | undefined =>
  groups.some(({ isExported }) => isExported) ? dirname(dirname(folder)) : undefined

export const playlistsFile = (folder: string): string => join(folder, recordNames.playlists)

/** Nothing of it can be read where it lies outside the imported folder. */
export const exportIn = (folder: string, root: string): ExportPlace => ({
  names: () => readdir(folder).catch((): string[] => []),
  read: (name, maxBytes) => readBeside(join(folder, name), root, maxBytes),
})
