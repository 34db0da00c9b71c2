import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PlaylistDetails } from '@video-forge/contract/playlists'
import { playlistRules } from '@video-forge/contract/rules/playlist-rules'
import { call } from '../session/call.ts'

/** The query keys of playlists. */
export const playlistKeys = {
  all: ['playlists'],
  own: (videoId: string) => ['playlists', 'own', videoId],
  ofPerson: (username: string) => ['playlists', 'person', username],
  one: (id: string) => ['playlists', 'one', id],
  videos: (id: string, from: string) => ['playlists', 'videos', id, from],
  anyVideos: (id: string) => ['playlists', 'videos', id],
} as const

const firstPage = (): string | undefined => undefined

/** A person's own playlists, each of which says whether it has the video. */
export const useOwnPlaylists = (videoId?: string, isOn = true) =>
  useInfiniteQuery({
    queryKey: playlistKeys.own(videoId ?? ''),
    initialPageParam: firstPage(),
    queryFn: ({ pageParam, signal }) =>
      call('GET /playlists', { query: { limit: videoId ? 100 : playlistRules.pageSize, cursor: pageParam, video: videoId } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    enabled: isOn,
  })

/** Whether Watch later is offered: its switch is that of the history. A server of the version before does not say, and has it on. */
export const takesWatchLater = (pages: readonly { keepsHistory?: boolean }[] | undefined): boolean => pages?.[0]?.keepsHistory ?? true

/** The public playlists of a person. */
export const usePersonPlaylists = (username: string) =>
  useInfiniteQuery({
    queryKey: playlistKeys.ofPerson(username),
    initialPageParam: firstPage(),
    queryFn: ({ pageParam, signal }) =>
      call('GET /people/{username}/playlists', { params: { username }, query: { cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

export const usePlaylist = (id: string) =>
  useQuery({
    queryKey: playlistKeys.one(id),
    queryFn: async ({ signal }) => (await call('GET /playlists/{id}', { params: { id }, query: {} }, { signal })).playlist,
    staleTime: 0,
  })

/** The videos of a playlist, page by page; `from` is the one to begin with. */
export const usePlaylistVideos = (id: string, from?: string, isOn = true) =>
  useInfiniteQuery({
    queryKey: playlistKeys.videos(id, from ?? ''),
    initialPageParam: from,
    queryFn: ({ pageParam, signal }) => call('GET /playlists/{id}/videos', { params: { id }, query: { cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: isOn,
  })

/** After a change of its texts or videos. */
export function updateCachedPlaylist(client: QueryClient, playlist: PlaylistDetails, id: string = playlist.id): void {
  client.setQueryData(playlistKeys.one(id), playlist)
  void client.invalidateQueries({ queryKey: ['playlists', 'own'] })
  void client.invalidateQueries({ queryKey: ['playlists', 'person'] })
}

export const refetchPlaylists = (client: QueryClient): void => void client.invalidateQueries({ queryKey: playlistKeys.all })
