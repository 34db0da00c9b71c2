import type { PlaylistDetails } from '@video-forge/contract/playlists'
import type { RefObject } from 'react'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { embedCode } from '../../videos-view/share/embed-code.ts'

interface ShareDialogProps {
  playlist: PlaylistDetails
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** The address of a playlist, and the HTML that embeds it. */
export function ShareDialog({ playlist: { id, title }, ...dialog }: ShareDialogProps) {
  const { origin } = window.location
  return (
    <Dialog {...dialog} title="Share playlist" description="Everyone with this address can open it.">
      <CopyField label="Link" text={`${origin}/playlist/${id}`} />
      <CopyField
        label="Embed code"
        hint="Videos that only some sites may embed are left out."
        text={embedCode({ id: `playlist/${id}`, title, origin, resolution: null })}
        rows={4}
      />
    </Dialog>
  )
}
