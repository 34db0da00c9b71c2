import { languageInFileName } from '@video-forge/contract/captions/language-in-file-name'
import type { subfolderUses } from '@video-forge/contract/rules/import-rules'
import { tagNames } from '@video-forge/contract/text/tags'
import type { ImportItem } from '../../item.ts'
import { titleInName } from '../read-values.ts'
import { detailsInJson, detailsInNfo } from '../sidecar-details.ts'
import { baseOf, type NamedGroup, roleOf, type SidecarRole } from '../sidecar-files.ts'

export type SubfolderUse = (typeof subfolderUses)[number]

export interface FolderFile extends NamedGroup {
  /** The names of the folders from the imported one to the file. */
  folders: readonly string[]
  modifiedAt: Date
  /** What the names of the folders become. */
  subfolders: SubfolderUse
}

type FileDetails = Pick<ImportItem, 'filename' | 'title' | 'description' | 'tags' | 'date'> &
  Partial<Pick<ImportItem, 'visibility' | 'chapters' | 'seconds'>> & {
    /** By the names of their files. */
    captions: { name: string; language: string }[]
    thumbnail: string | null
  }

/** What is known of a video from its name, its folders and the files beside it. `read` returns the text of one of these, or nothing. */
export async function describeFile(
  { video, sidecars, folders, modifiedAt, subfolders, isExported }: FolderFile,
  read: (name: string) => Promise<string>,
): Promise<FileDetails> {
  const beside = (role: SidecarRole) => sidecars.filter((name) => roleOf(name) === role)
  const [[picture], [nfo], [details], [description]] = [beside('picture'), beside('nfo'), beside('details'), beside('description')]
  const said = { ...(nfo && detailsInNfo(await read(nfo))), ...(details && detailsInJson(await read(details))) }
  return {
    filename: video,
    title: titleInName(video),
    date: modifiedAt.toISOString(),
    description: description ? (await read(description)).trim() : '',
    ...said,
    tags: tagNames([...(subfolders === 'tags' && !isExported ? folders : []), ...(said.tags ?? [])]),
    captions: beside('captions').map((name) => ({
      name,
      language: languageInFileName(name, isExported ? 'captions' : baseOf(video)) ?? 'und',
    })),
    thumbnail: picture ?? null,
  }
}

/** The playlist for the videos of a folder; undefined for those of the imported one itself. */
export const playlistOfFolder = (folders: readonly string[], use: SubfolderUse): string | undefined =>
  use === 'playlists' && folders.length > 0 ? folders.join('/') : undefined
