import { z } from 'zod'
import { parseJson } from '../parse-json.ts'
import { type AccountRecord, accountRecord, type PlaylistsRecord, playlistRecord, type VideoRecord, videoRecord } from './archive-format.ts'

export const maxRecordBytes = 4 * 1024 * 1024
export const maxPlaylistBytes = 64 * 1024 * 1024
const maxRecordValues = 100_000
/** As many as a person can have, with all their videos. */
const maxPlaylistValues = 1_200_000

export const parseAccount = (text: string): AccountRecord => accountRecord.parse(parseJson(text, maxRecordValues))

export const parseVideo = (text: string): VideoRecord => videoRecord.parse(parseJson(text, maxRecordValues))

/** One after the other, so that the first mistake ends it. */
export const parsePlaylists = (text: string): PlaylistsRecord['playlists'] =>
  z
    .object({ playlists: z.array(z.unknown()) })
    .parse(parseJson(text, maxPlaylistValues))
    .playlists.map((each) => playlistRecord.parse(each))
