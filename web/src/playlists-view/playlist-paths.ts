import { watchLaterId } from '@video-forge/contract/rules/playlist-rules'

/** The page of a playlist. */
export const playlistPath = (playlist: { id: string; kind: string }): string =>
  `/playlist/${playlist.kind === watchLaterId ? watchLaterId : playlist.id}`

/** The page of a video as part of a playlist. `shuffle` names an order, see shuffled-order.ts. */
export const inPlaylist = (videoId: string, playlistId: string, shuffle?: string | null): string =>
  `/video/${videoId}?list=${playlistId}${shuffle ? `&shuffle=${encodeURIComponent(shuffle)}` : ''}`

/** The state of a page that is opened to play: it starts by itself. */
export const playsOn = { playsOn: true }
