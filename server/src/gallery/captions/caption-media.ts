import { parseCaptions } from '@video-forge/contract/captions/parse-captions'
import type { CaptionFormat } from '@video-forge/contract/captions/write-captions'
import { writeCaptions } from '@video-forge/contract/captions/write-captions'
import { type SubtitleTrack, subtitlePlaylist } from '@video-forge/media/mp4/subtitle-playlist'
import type { Db } from '../../platform/database/database.ts'
import { captionFile, captionPlaylistName } from '../../platform/media-address.ts'
import { listCaptions } from './describe-caption.ts'

export const captionTypes: Record<CaptionFormat, string> = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

interface CaptionText {
  text: string
  language: string
  /** Changes with the text. */
  etag: string
}

const find = (db: Db, videoId: string, id: string) =>
  db
    .selectFrom('captions')
    .innerJoin('videos', 'videos.id', 'captions.video_id')
    .select(['captions.content', 'captions.version', 'captions.language', 'videos.duration'])
    .where('captions.id', '=', id)
    .where('captions.video_id', '=', videoId)
    .executeTakeFirst()

/** Captions as a file. */
export async function captionText(db: Db, videoId: string, id: string, format: CaptionFormat): Promise<CaptionText | undefined> {
  const row = await find(db, videoId, id)
  if (!row) return undefined
  return {
    text: format === 'vtt' ? row.content : rewritten(row.content, format),
    language: row.language,
    etag: `"${id}-${row.version}-${format}"`,
  }
}

function rewritten(content: string, format: CaptionFormat): string {
  const parsed = parseCaptions(content)
  return 'cues' in parsed ? writeCaptions(parsed.cues, format) : ''
}

/** The media playlist of captions: the whole text as one segment. */
export async function captionPlaylist(db: Db, videoId: string, id: string): Promise<string | undefined> {
  const row = await find(db, videoId, id)
  return row && subtitlePlaylist(`${captionFile(id, 'vtt')}?v=${row.version}`, row.duration ?? 0)
}

/** The captions as master playlists list them. */
export async function subtitleTracks(db: Db, videoId: string): Promise<SubtitleTrack[]> {
  const rows = await listCaptions(db, videoId)
  return rows.map(({ id, language, label, is_default }) => ({ uri: captionPlaylistName(id), language, name: label, isDefault: is_default }))
}
