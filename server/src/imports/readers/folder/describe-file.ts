import { languageInFileName } from '@video-forge/contract/captions/language-in-file-name'
import type { subfolderUses } from '@video-forge/contract/rules/import-rules'
import { tagNames } from '@video-forge/contract/text/tags'
import type { ImportItem } from '../../item.ts'
import { exportedRecord, type NamedCaption } from '../exported-record.ts'
import { titleInName } from '../read-values.ts'
import { type Details, detailsInJson, detailsInNfo } from '../sidecar-details.ts'
import { baseOf, type NamedGroup, roleOf, type SidecarRole } from '../sidecar-files.ts'

export type SubfolderUse = (typeof subfolderUses)[number]

export interface FolderFile extends NamedGroup {
  /** The names of the folders from the imported one to the file. */
  folders: readonly string[]
  /** Null if nobody knows. */
  modifiedAt: Date | null
  /** What the names of the folders become. */
  subfolders: SubfolderUse
}

type FileDetails = Pick<ImportItem, 'filename' | 'title' | 'description' | 'tags' | 'date'> &
  Partial<Pick<ImportItem, 'visibility' | 'chapters' | 'seconds' | 'settings' | 'notes' | 'language'>> & {
    /** By the names of their files. */
    captions: NamedCaption[]
    thumbnail: string | null
  }

/** What an export says of a video. */
const exportedDetails = 'video.json'

/** More of them beside one video are none of its own. */
const maxDetailsFiles = 5

/** What files say together: of each value the first. What one of them calls private is private. */
function merged(found: readonly Details[]): Details {
  const all: Details = Object.assign({}, ...found.toReversed())
  return found.some(({ visibility }) => visibility === 'private') ? { ...all, visibility: 'private' } : all
}

/** What is known of a video from its name, its folders and the files beside it. `read` returns the text of one of these; undefined if it cannot. */
export async function describeFile(
  { video, sidecars, folders, modifiedAt, subfolders, isExported }: FolderFile,
  read: (name: string) => Promise<string | undefined>,
): Promise<FileDetails> {
  const beside = (role: SidecarRole) => sidecars.filter((name) => roleOf(name) === role)
  const [[picture], [nfo], [description]] = [beside('picture'), beside('nfo'), beside('description')]
  const details: Details[] = []
  let record: string | undefined
  for (const name of beside('details').slice(0, maxDetailsFiles)) {
    const text = await read(name)
    if (isExported && name === exportedDetails) record = text
    // It may say that nobody else is to see the video. A record of an export always says who is, unless it is damaged.
    const isUnknown = text === undefined || isExported
    details.push({ ...(isUnknown && { visibility: 'private' as const }), ...detailsInJson(text ?? '') })
  }
  const said = merged([...details, ...(nfo ? [detailsInNfo((await read(nfo)) ?? '')] : [])])
  const files = {
    captions: beside('captions').map((name) => ({
      name,
      language: languageInFileName(name, isExported ? 'captions' : baseOf(video)) ?? 'und',
    })),
    thumbnail: picture ?? null,
  }
  return {
    filename: video,
    title: titleInName(video),
    date: modifiedAt?.toISOString() ?? null,
    description: description ? ((await read(description)) ?? '').trim() : '',
    ...said,
    tags: tagNames([...(subfolders === 'tags' && !isExported ? folders : []), ...(said.tags ?? [])]),
    ...(record === undefined ? files : exportedRecord(record, files)),
  }
}

/** The playlist for the videos of a folder; undefined for those of the imported one itself. */
export const playlistOfFolder = (folders: readonly string[], use: SubfolderUse): string | undefined =>
  use === 'playlists' && folders.length > 0 ? folders.join('/') : undefined
