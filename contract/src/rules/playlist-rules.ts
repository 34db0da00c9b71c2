/** What a playlist can be. Server and web share it. */
export const playlistRules = {
  maxPlaylists: 200,
  maxVideos: 5000,
  pageSize: 24,
  /** Cards of a playlist or of the history at once. */
  videoPage: 50,
  /** The history has the last videos, up to this number. */
  maxHistory: 5000,
} as const

/** `link`: everybody with its address, and in no list. */
export const playlistVisibilities = ['public', 'link', 'private'] as const
export type PlaylistVisibility = (typeof playlistVisibilities)[number]

/** Stands for the id of the caller's own list in addresses, whether it exists already or not. */
export const watchLaterId = 'watch-later'
export const watchLaterTitle = 'Watch later'

export const playlistSentences = {
  notFound: 'There is no such playlist, or it is private.',
  titleNeeded: 'Give the playlist a title',
  tooMany: `You have ${playlistRules.maxPlaylists} playlists, which is the most. Delete one first.`,
  full: `A playlist has at most ${playlistRules.maxVideos} videos. Remove some first.`,
  changed: 'This playlist was changed meanwhile. Load it again, then repeat your change.',
  unknownVideo: 'One of these videos does not exist any more, or is private. Load the playlist again.',
  twice: 'A playlist has each video only once.',
  watchLaterStays: 'Watch later is always private and keeps its title.',
  watchLaterNotDeleted: 'Watch later cannot be deleted. Empty it, or switch it off on the page History.',
  watchLaterOff: 'Watch later is switched off. Switch it on with your history, on the page History.',
  notWatched: 'This video is not in your history.',
} as const
