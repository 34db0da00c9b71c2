import type { VideoDetails } from '@video-forge/contract/gallery'
import { type RefObject, useState } from 'react'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { titleOf } from '../../../videos-view/video-title.ts'
import { CopyField } from './copy-field.tsx'
import { embedCode, secretOf } from './embed-code.ts'
import { PrivateLinks } from './private-links.tsx'

interface ShareDialogProps {
  video: VideoDetails
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export const ShareDialog = ({ video, ...dialog }: ShareDialogProps) => (
  <Dialog
    {...dialog}
    title="Share"
    description={
      video.visibility === 'private'
        ? 'This video is private. Others can watch it only through a link that you make for them.'
        : 'Everyone can watch this video.'
    }
  >
    <ShareBody video={video} />
  </Dialog>
)

/** Inside the dialog, so that a secret shown once is gone when it closes. */
function ShareBody({ video }: { video: VideoDetails }) {
  const [made, setMade] = useState<string>()
  const { origin } = window.location
  const page = `${origin}/video/${video.id}`
  const isPrivate = video.visibility === 'private'
  const secret = made && secretOf(made)
  return (
    <div className="flex flex-col gap-5">
      {isPrivate && video.canEdit && <PrivateLinks video={video} made={made} onMade={setMade} />}
      {!isPrivate && <CopyField label="Link" text={page} />}
      {(!isPrivate || secret) && (
        <CopyField
          label="Embed code"
          hint={isPrivate ? 'It plays until the new link expires or is revoked.' : 'Paste it into the HTML of any page.'}
          text={embedCode({ id: video.id, title: titleOf(video), origin, secret })}
          multiline
        />
      )}
      {isPrivate && <CopyField label="Your own link" hint="The address of this page. It opens only for you." text={page} />}
    </div>
  )
}
