import type { PlaylistDetails } from '@video-forge/contract/playlists'
import type { RefObject } from 'react'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { PlaylistForm } from './playlist-form.tsx'

interface PlaylistDialogProps {
  /** Undefined for a new one. */
  playlist?: PlaylistDetails | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
  onSaved: (playlist: PlaylistDetails) => void
}

export const PlaylistDialog = ({ playlist, onSaved, ...dialog }: PlaylistDialogProps) => (
  <Dialog
    {...dialog}
    title={playlist ? 'Edit playlist' : 'New playlist'}
    description="A list of videos in your order, yours or those of others."
  >
    <PlaylistForm
      playlist={playlist}
      onCancel={() => dialog.onOpenChange(false)}
      onSaved={(saved) => {
        dialog.onOpenChange(false)
        onSaved(saved)
      }}
    />
  </Dialog>
)
