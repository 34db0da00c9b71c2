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
        ? 'This video is private. Others can watch it only with a link that you create.'
        : 'Everyone can watch this video.'
    }
  >
    <ShareBody video={video} />
  </Dialog>
)

/** Inside the dialog, so that closing it discards the new link. */
function ShareBody({ video }: { video: VideoDetails }) {
  const [newUrl, setNewUrl] = useState<string>()
  const { origin } = window.location
  const page = `${origin}/video/${video.id}`
  const isPrivate = video.visibility === 'private'
  const secret = newUrl && secretOf(newUrl)
  return (
    <div className="flex flex-col gap-5">
      {isPrivate && video.canEdit && <PrivateLinks video={video} newUrl={newUrl} onCreate={setNewUrl} />}
      {!isPrivate && <CopyField label="Link" text={page} />}
      {(!isPrivate || secret) && (
        <CopyField
          label="Embed code"
          hint={isPrivate ? 'It works until the new link expires or is revoked.' : 'Paste it into the HTML of any page.'}
          text={embedCode({ id: video.id, title: titleOf(video), origin, secret, resolution: video.resolution })}
          multiline
        />
      )}
      {isPrivate && <CopyField label="Your own link" hint="The address of this page. It works only for you." text={page} />}
    </div>
  )
}
