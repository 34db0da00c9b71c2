import { type AccountRecord, type PlaylistsRecord, recordNames } from '../../platform/archive/archive-format.ts'
import { maxPlaylistBytes, maxRecordBytes, parseAccount, parsePlaylists } from '../../platform/archive/parse-records.ts'

/** An unpacked export on a disk or in a bucket. */
export interface ExportPlace {
  /** The names in its folder, at least those that begin with a given one. */
  names: (prefix: string) => Promise<readonly string[]>
  /** The text of a file in its folder; undefined if it cannot be read. */
  read: (name: string, maxBytes: number) => Promise<string | undefined>
}

/** What its report says of playlists that cannot be read. */
export const unreadablePlaylists = 'The playlists of this export are not as a site writes them, so they are not made.'

const parsed = <Value>(text: string | undefined, parse: (text: string) => Value): Value | undefined => {
  try {
    return text === undefined ? undefined : parse(text)
  } catch {
    return undefined
  }
}

/** Undefined where it is missing, as beside a single video of an export. */
export const readAccount = async ({ read }: ExportPlace): Promise<AccountRecord | undefined> =>
  parsed(await read(recordNames.account, maxRecordBytes), parseAccount)

/** Undefined if they are not as a site writes them. */
export async function readPlaylists({ names, read }: ExportPlace): Promise<PlaylistsRecord['playlists'] | undefined> {
  if (!(await names(recordNames.playlists)).includes(recordNames.playlists)) return []
  return parsed(await read(recordNames.playlists, maxPlaylistBytes), parsePlaylists)
}
