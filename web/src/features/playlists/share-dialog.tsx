import type { PlaylistDetails } from '@video-forge/contract/playlists'
import type { RefObject } from 'react'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

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
        text={frameOf(`${origin}/embed/playlist/${id}`, title)}
        rows={4}
      />
    </Dialog>
  )
}

/** HTML of a frame, as wide as its column. The browser escapes what is in its attributes. */
function frameOf(address: string, title: string): string {
  const frame = document.createElement('iframe')
  const attributes = {
    src: address,
    title,
    width: '640',
    height: '360',
    allow: 'autoplay; fullscreen; picture-in-picture',
    allowfullscreen: '',
  }
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
  // Not set as an attribute here: the policy of this page refuses styles in them.
  return frame.outerHTML.replace(' ', ' style="width:100%;height:auto;aspect-ratio:640/360;border:0" ')
}
