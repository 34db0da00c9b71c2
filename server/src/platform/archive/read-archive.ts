import { type AccountRecord, type PlaylistsRecord, recordNames, type VideoRecord } from './archive-format.ts'
import { maxPlaylistBytes, maxRecordBytes, parseAccount, parsePlaylists, parseVideo } from './parse-records.ts'
import { InvalidArchive, type ReadBytes, type TarEntry, walkTar } from './walk-tar.ts'

/** Where a file is in the archive. */
interface ArchivedFile {
  start: number
  size: number
}

export interface ArchivedVideo {
  record: VideoRecord
  /** By their names in the record. Those that are missing in the archive are missing here. */
  files: Map<string, ArchivedFile>
  /** From where to continue after this video. */
  next: number
}

export interface ArchiveHead {
  account: AccountRecord
  playlists: PlaylistsRecord['playlists']
  /** Where the first video begins. */
  next: number
}

/** Of one video, with what others have put beside it. */
const maxFiles = 1000

/** What the archive says about the account. Throws InvalidArchive for any other file. */
export async function readArchiveHead(read: ReadBytes): Promise<ArchiveHead> {
  let account: AccountRecord | undefined
  let playlists: PlaylistsRecord['playlists'] = []
  let next = 0
  let count = 0
  for await (const entry of walkTar(read)) {
    const name = nameOf(entry)
    if (name === recordNames.account) account = await readJson(read, entry, parseAccount, maxRecordBytes)
    else if (name === recordNames.playlists) playlists = await readJson(read, entry, parsePlaylists, maxPlaylistBytes)
    else break
    count += 1
    if (count > maxFiles) throw new InvalidArchive('This archive has no end.')
    next = entry.next
  }
  if (!account) throw new InvalidArchive('This is not an export of a Video Forge account.')
  return { account, playlists, next }
}

/** The videos of an archive, one after the other, from a place on that an earlier one has named. Their files are not read. */
export async function* readArchive(read: ReadBytes, from: number): AsyncGenerator<ArchivedVideo> {
  let current: (ArchivedVideo & { folder: string }) | undefined
  for await (const entry of walkTar(read, from)) {
    const folder = entry.path.slice(0, entry.path.lastIndexOf('/') + 1)
    if (nameOf(entry) === recordNames.video) {
      if (current) yield current
      const record = await readJson(read, entry, parseVideo, maxRecordBytes)
      current = { record, files: new Map(), next: entry.next, folder }
    } else if (current && folder === current.folder) {
      if (current.files.size >= maxFiles) throw new InvalidArchive(`${folder} has too many files.`)
      current.files.set(nameOf(entry), { start: entry.start, size: entry.size })
      current.next = entry.next
    }
  }
  if (current) yield current
}

const nameOf = ({ path }: TarEntry): string => path.slice(path.lastIndexOf('/') + 1)

async function readJson<Content>(
  read: ReadBytes,
  { start, size, path }: TarEntry,
  parse: (text: string) => Content,
  maxBytes: number,
): Promise<Content> {
  if (size > maxBytes) throw new InvalidArchive(`${path} is too large.`)
  try {
    return parse((await read(start, size)).toString('utf8'))
  } catch (error) {
    throw new InvalidArchive(`${path} is not as this site writes it.`, { cause: error })
  }
}
