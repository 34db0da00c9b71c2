import { useQueryClient } from '@tanstack/react-query'
import type { Video } from '@video-forge/contract/gallery'
import type { PlaylistDetails } from '@video-forge/contract/playlists'
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { playlistKeys, updateCachedPlaylist, usePlaylistVideos } from '../../../playlists-view/playlist-queries.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { titleOf } from '../../../videos-view/video-title.ts'
import { handleId } from './handle-id.ts'
import { useDrag } from './use-drag.ts'
import { useOrder } from './use-order.ts'
import { VideoRow } from './video-row.tsx'

interface OrderedVideosProps {
  playlist: PlaylistDetails
  cacheId: string
}

/** The videos of a playlist. Its owner drags them, moves them with keys, and removes them. */
export function OrderedVideos({ playlist, cacheId }: OrderedVideosProps) {
  const pages = usePlaylistVideos(cacheId)
  const { ids, move, save } = useOrder(playlist, cacheId)
  const remove = useRemoval(playlist, cacheId, save)
  const [message, setMessage] = useState('')
  const videos = useMemo(() => new Map(pages.data?.pages.flatMap((page) => page.videos).map((video) => [video.id, video])), [pages.data])
  const onOver = useCallback((dragged: string, over: string) => void move(dragged, ids.indexOf(over)), [move, ids])
  const drag = useDrag(onOver)
  const focusHandle = useHandleFocus(ids)

  const moveTo = (video: Video, to: number) => {
    const place = move(video.id, to)
    setMessage(`${titleOf(video)} is now number ${place + 1} of ${ids.length}.`)
  }
  const onKeyDown = (video: Video, index: number) => (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: ids.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    focusHandle(video.id)
    moveTo(video, to)
  }
  return (
    <QueryView query={pages} failed="The videos could not be loaded" skeleton="h-80">
      {() => (
        <>
          <p role="status" className="sr-only">
            {message}
          </p>
          <ol aria-label="Videos" className="flex flex-col">
            {ids.map((id, index) => {
              const video = videos.get(id)
              return (
                video && (
                  <VideoRow
                    key={id}
                    video={video}
                    playlist={playlist}
                    index={index}
                    isDragged={drag.dragged === id}
                    onPointerDown={drag.onPointerDown(id)}
                    onKeyDown={onKeyDown(video, index)}
                    onMove={(to) => moveTo(video, to)}
                    onRemove={() => void remove(video)}
                  />
                )
              )
            })}
          </ol>
          {pages.hasNextPage && (
            <div className="flex justify-center pt-6">
              <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </QueryView>
  )
}

/** A row that moves loses the focus in some browsers; the handle that moved it gets it back. */
function useHandleFocus(ids: readonly string[]) {
  const wanted = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new order
  useLayoutEffect(() => {
    if (wanted.current) document.getElementById(handleId(wanted.current))?.focus()
    wanted.current = undefined
  }, [ids])
  return (id: string) => {
    wanted.current = id
  }
}

/** An order that is not saved yet is saved first, because removing a video makes a new version. */
function useRemoval({ id }: PlaylistDetails, cacheId: string, save: () => Promise<void>) {
  const client = useQueryClient()
  return async (video: Video) => {
    await save()
    try {
      await call('DELETE /playlists/{id}/videos/{videoId}', { params: { id, videoId: video.id } })
      const { playlist } = await call('GET /playlists/{id}', { params: { id }, query: {} })
      updateCachedPlaylist(client, playlist, cacheId)
      showToast('good', `“${titleOf(video)}” is removed from the playlist.`)
    } catch (error) {
      showToast('bad', error instanceof Error ? error.message : 'The video could not be removed.')
      void client.invalidateQueries({ queryKey: playlistKeys.one(cacheId) })
    }
  }
}
