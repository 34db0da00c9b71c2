import type { AccountRecord, PlaylistsRecord } from '../../platform/archive/archive-format.ts'
import { type ImportedPlaylist, keyOf } from '../item.ts'

/** Of a video or playlist of an export, whether it is read from its archive or unpacked: the site that it comes from, and the id there. */
export const exportedKey = ({ site }: Pick<AccountRecord, 'site'>, id: string): string => keyOf('archive', site, id)

/** A playlist of an export. `keysOf` has all keys that a video can have been imported by. */
export const exportedPlaylist = (
  account: AccountRecord,
  { id, kind, title, description, visibility, videoIds }: PlaylistsRecord['playlists'][number],
  keysOf: (videoId: string) => readonly string[] = (videoId) => [exportedKey(account, videoId)],
): ImportedPlaylist => ({
  key: exportedKey(account, id),
  ...{ title, description, visibility, kind },
  videoKeys: videoIds.flatMap((videoId) => [...keysOf(videoId)]),
})
