import type { VideoDetails } from '@video-forge/contract/gallery'
import { Share2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { formatDuration } from '../../format/duration.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { parseStartTime, withStartTime } from '../start-time.ts'
import { titleOf } from '../video-title.ts'
import { embedCode, secretOf } from './embed-code.ts'
import { PrivateLinks } from './private-links.tsx'
import { StartAt, type StartAtValue } from './start-at.tsx'

interface ShareDialogProps {
  video: VideoDetails
  /** Where a player beside it is, in seconds. */
  playedTime?: () => number
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export const ShareDialog = ({ video, playedTime = () => 0, ...dialog }: ShareDialogProps) => (
  <Dialog
    {...dialog}
    title="Share"
    description={
      video.visibility === 'private'
        ? 'This video is private. Others can watch it only with a link that you create.'
        : video.hasPassword
          ? 'Everyone who knows its password can watch this video.'
          : 'Everyone can watch this video.'
    }
  >
    <ShareBody video={video} playedTime={playedTime} />
  </Dialog>
)

/** The system's own sheet, with the apps of the phone. Desktop browsers have it too, but there a link is copied faster. */
const hasShareSheet = (): boolean => typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches

/** The chosen start, from the time that was shown when the dialog opened. */
function useStartAt({ duration }: VideoDetails, playedTime: () => number) {
  const [startAt, setStartAt] = useState<StartAtValue>(() => ({ isOn: false, text: formatDuration(playedTime()) }))
  const seconds = startAt.isOn ? parseStartTime(startAt.text.trim()) : 0
  const isValid = seconds !== undefined && (duration === null || seconds < duration || seconds === 0)
  return { startAt, setStartAt, isValid, seconds: isValid ? seconds : 0 }
}

const embedOptions = 'Its address takes options, such as autoplay=1 or color=ff6600.'

/** Where the code works. */
function embedHint({ embedDomains }: VideoDetails): string {
  const sites = embedDomains ?? []
  if (sites.length === 0) return `Paste it into the HTML of any page. ${embedOptions}`
  return `It works on ${sites.slice(0, 3).join(', ')}${sites.length > 3 ? ' and more' : ''}, and on no other site. ${embedOptions}`
}

/** Inside the dialog, so that closing it discards the new link. */
function ShareBody({ video, playedTime }: { video: VideoDetails; playedTime: () => number }) {
  const [newUrl, setNewUrl] = useState<string>()
  const { startAt, setStartAt, isValid, seconds } = useStartAt(video, playedTime)
  const { origin } = window.location
  const page = `${origin}/video/${video.id}`
  const isPrivate = video.visibility === 'private'
  const secret = newUrl && secretOf(newUrl)
  const shared = withStartTime(newUrl ?? page, seconds)
  return (
    <div className="flex flex-col gap-5">
      {isPrivate && video.canEdit && <PrivateLinks video={video} newUrl={newUrl && shared} onCreate={setNewUrl} />}
      {!isPrivate && <CopyField label="Link" text={shared} />}
      {(!isPrivate || newUrl) && <StartAt value={startAt} isValid={isValid} onChange={setStartAt} />}
      {(!isPrivate || newUrl) && hasShareSheet() && (
        <Button onClick={() => void navigator.share({ title: titleOf(video), url: shared }).catch(() => undefined)}>
          <Share2 aria-hidden="true" className="size-4" />
          Share with an app
        </Button>
      )}
      {(!isPrivate || secret) && (
        <CopyField
          label="Embed code"
          hint={isPrivate ? 'It works until the new link expires or is revoked.' : embedHint(video)}
          text={embedCode({ id: video.id, title: titleOf(video), origin, secret, resolution: video.resolution })}
          rows={3}
        />
      )}
      {isPrivate && <CopyField label="Your own link" hint="The address of this page. It works only for you." text={page} />}
    </div>
  )
}
