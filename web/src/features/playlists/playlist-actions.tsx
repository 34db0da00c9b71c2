import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlaylistDetails } from '@video-forge/contract/playlists'
import { Pencil, Play, Share2, Shuffle, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { inPlaylist, playsOn } from '../../playlists-view/playlist-paths.ts'
import { refetchPlaylists } from '../../playlists-view/playlist-queries.ts'
import { newShuffle } from '../../playlists-view/shuffled-order.ts'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { onDemand } from '../../ui/overlays/on-demand.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'

const PlaylistDialog = onDemand(async () => (await import('../../playlists-view/playlist-dialog.tsx')).PlaylistDialog)
const ShareDialog = onDemand(async () => (await import('./share-dialog.tsx')).ShareDialog)

type Open = 'share' | 'edit' | 'delete' | 'empty'

export function PlaylistActions({ playlist }: { playlist: PlaylistDetails }) {
  const [open, setOpen] = useState<Open>()
  const navigate = useNavigate()
  const buttons = {
    share: useRef<HTMLButtonElement>(null),
    edit: useRef<HTMLButtonElement>(null),
    delete: useRef<HTMLButtonElement>(null),
    empty: useRef<HTMLButtonElement>(null),
  }
  const dialog = (name: Open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : undefined),
    returnFocusTo: buttons[name],
  })
  const { id, videoIds, canEdit, kind, visibility } = playlist
  const [first] = videoIds
  const shuffle = () => {
    const start = videoIds[Math.floor(Math.random() * videoIds.length)]
    if (start) void navigate(inPlaylist(start, id, newShuffle(start)), { state: playsOn })
  }
  const isList = kind === 'list'
  return (
    <div className="flex flex-wrap items-center gap-2">
      {first && (
        <>
          <ButtonLink to={inPlaylist(first, id)} state={playsOn} kind="primary">
            <Play aria-hidden="true" className="size-4" />
            Play all
          </ButtonLink>
          <Button onClick={shuffle}>
            <Shuffle aria-hidden="true" className="size-4" />
            Shuffle
          </Button>
        </>
      )}
      {visibility !== 'private' && (
        <Button ref={buttons.share} onClick={() => setOpen('share')}>
          <Share2 aria-hidden="true" className="size-4" />
          Share
        </Button>
      )}
      {canEdit && isList && (
        <>
          <Tooltip text="Edit">
            <Button ref={buttons.edit} size="icon" aria-label="Edit playlist" onClick={() => setOpen('edit')}>
              <Pencil aria-hidden="true" className="size-4" />
            </Button>
          </Tooltip>
          <Tooltip text="Delete">
            <Button ref={buttons.delete} size="icon" aria-label="Delete playlist" onClick={() => setOpen('delete')}>
              <Trash2 aria-hidden="true" className="size-4" />
            </Button>
          </Tooltip>
          <PlaylistDialog {...dialog('edit')} playlist={playlist} onSaved={() => showToast('good', 'Saved.')} />
          <DeleteDialog {...dialog('delete')} playlist={playlist} />
        </>
      )}
      {canEdit && !isList && (
        <>
          <Button ref={buttons.empty} onClick={() => setOpen('empty')}>
            Empty
          </Button>
          <EmptyDialog {...dialog('empty')} playlist={playlist} />
        </>
      )}
      <ShareDialog {...dialog('share')} playlist={playlist} />
    </div>
  )
}

interface PlaylistDialogProps {
  playlist: PlaylistDetails
  open: boolean
  onOpenChange: (open: boolean) => void
}

function DeleteDialog({ playlist, ...dialog }: PlaylistDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: () => call('DELETE /playlists/{id}', { params: { id: playlist.id } }),
    onSuccess: () => {
      showToast('good', 'The playlist is deleted.')
      void navigate('/playlists', { replace: true })
      refetchPlaylists(client)
    },
    onError: (error) => {
      showToast('bad', error.message)
      dialog.onOpenChange(false)
    },
  })
  return (
    <AlertDialog
      {...dialog}
      title="Delete this playlist?"
      description={`“${playlist.title}” is deleted for good. Its videos stay.`}
      confirm="Delete"
      destructive
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    />
  )
}

function EmptyDialog({ playlist, ...dialog }: PlaylistDialogProps) {
  const client = useQueryClient()
  const emptying = useMutation({
    mutationFn: () => call('DELETE /playlists/{id}/videos', { params: { id: playlist.id } }),
    onSuccess: () => showToast('good', `${playlist.title} is empty.`),
    onError: (error) => showToast('bad', error.message),
    onSettled: () => {
      dialog.onOpenChange(false)
      refetchPlaylists(client)
    },
  })
  return (
    <AlertDialog
      {...dialog}
      title={`Empty ${playlist.title}?`}
      description="All videos are removed from this list. The videos themselves stay."
      confirm="Empty"
      destructive
      pending={emptying.isPending}
      onConfirm={() => emptying.mutate()}
    />
  )
}
