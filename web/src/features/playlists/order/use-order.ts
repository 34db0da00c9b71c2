import { useQueryClient } from '@tanstack/react-query'
import type { PlaylistDetails } from '@video-forge/contract/playlists'
import { useCallback, useEffect, useRef, useState } from 'react'
import { playlistKeys, updateCachedPlaylist } from '../../../playlists-view/playlist-queries.ts'
import { call } from '../../../session/call.ts'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { moveVideo } from './move-video.ts'

/** Several moves that follow each other are saved once. */
const saveAfterMs = 600

/**
 * The order of a playlist while its owner changes it. It is saved after the last move, from the version that it was made from; when the playlist
 * was changed elsewhere meanwhile, it is loaded again and nothing is overwritten.
 */
export function useOrder(playlist: PlaylistDetails, cacheId: string) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<readonly string[]>()
  const unsaved = useRef<readonly string[]>(undefined)
  const version = useRef(playlist.version)
  const isSaving = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = draft ?? playlist.videoIds
  const current = useRef(shown)
  useEffect(() => {
    current.current = shown
    if (!unsaved.current && !isSaving.current) version.current = playlist.version
  }, [shown, playlist.version])

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current)
    const videos = unsaved.current
    if (!videos || isSaving.current) return
    unsaved.current = undefined
    isSaving.current = true
    try {
      const body = { videos: [...videos], version: version.current ?? 0 }
      const { playlist: saved } = await call(
        'PUT /playlists/{id}/videos',
        { params: { id: playlist.id }, body },
        { keepalive: videos.length < 1000 },
      )
      version.current = saved.version
      updateCachedPlaylist(client, saved, cacheId)
      if (!unsaved.current) setDraft(undefined)
    } catch (error) {
      unsaved.current = undefined
      setDraft(undefined)
      showToast('bad', error instanceof Error ? error.message : 'The order could not be saved.')
      void client.invalidateQueries({ queryKey: playlistKeys.one(cacheId) })
      void client.invalidateQueries({ queryKey: playlistKeys.anyVideos(cacheId) })
    } finally {
      isSaving.current = false
    }
    await save()
  }, [client, playlist.id, cacheId])

  useEffect(() => {
    const leave = () => void save()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [save])

  /** Returns the index at which the video is now. */
  const move = useCallback(
    (id: string, to: number): number => {
      const next = moveVideo(current.current, id, to)
      if (next !== current.current) {
        current.current = next
        unsaved.current = next
        setDraft(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void save(), saveAfterMs)
      }
      return next.indexOf(id)
    },
    [save],
  )
  return { ids: shown, move, save }
}
