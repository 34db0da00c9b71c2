import type { VideoDetails } from '@video-forge/contract/gallery'
import { isWatchable } from '@video-forge/contract/rules/video-rules'
import { Download, FileUp, Pencil, Share2, Trash2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { onDemand } from '../../ui/overlays/on-demand.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { usePlayback } from './playback/playback-context.ts'

const DeleteDialog = onDemand(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
const DownloadDialog = onDemand(async () => (await import('./download/download-dialog.tsx')).DownloadDialog)
const EditDialog = onDemand(async () => (await import('../../videos-view/edit/edit-dialog.tsx')).EditDialog)
const ReplaceDialog = onDemand(async () => (await import('../../videos-view/replace/replace-dialog.tsx')).ReplaceDialog)
const SaveDialog = onDemand(async () => (await import('../../playlists-view/save-dialog.tsx')).SaveDialog)
const ShareDialog = onDemand(async () => (await import('../../videos-view/share/share-dialog.tsx')).ShareDialog)

type Open = 'save' | 'share' | 'download' | 'edit' | 'replace' | 'delete'

type Buttons = Record<Open, RefObject<HTMLButtonElement | null>>

interface VideoActionsProps {
  video: VideoDetails
  link: string | undefined
  onDeleted: () => void
}

export function VideoActions({ video, link, onDeleted }: VideoActionsProps) {
  const [open, setOpen] = useState<Open>()
  const { element } = usePlayback()
  const buttons: Buttons = {
    save: useRef(null),
    share: useRef(null),
    download: useRef(null),
    edit: useRef(null),
    replace: useRef(null),
    delete: useRef(null),
  }
  const dialog = (name: Open) => ({
    video,
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : undefined),
    returnFocusTo: buttons[name],
  })
  // A viewer with a link to a private video cannot create links of their own.
  const canShare = video.visibility === 'public' || video.canEdit
  // Others see a protected video in no list.
  const canSave = useSession() && canShare && (!video.hasPassword || video.canEdit)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* Only the owner can open the page of a job. */}
      {video.hasJob && <ButtonLink to={`/jobs/${video.id}`}>View All Formats</ButtonLink>}
      <ButtonLink to="/gallery">Browse More Videos</ButtonLink>
      {canSave && (
        <Button ref={buttons.save} onClick={() => setOpen('save')}>
          Save
        </Button>
      )}
      {canShare && (
        <Button ref={buttons.share} onClick={() => setOpen('share')}>
          <Share2 aria-hidden="true" className="size-4" />
          Share
        </Button>
      )}
      {video.canDownload && isWatchable(video.status) && (
        <Button ref={buttons.download} onClick={() => setOpen('download')}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
      )}
      {video.canEdit && (
        <>
          <ButtonLink to={`/video/${video.id}/statistics`}>Statistics</ButtonLink>
          <OwnerButtons video={video} buttons={buttons} onOpen={setOpen} />
          <EditDialog {...dialog('edit')} />
          <ReplaceDialog {...dialog('replace')} />
          <DeleteDialog {...dialog('delete')} onDeleted={onDeleted} />
        </>
      )}
      <SaveDialog {...dialog('save')} />
      <ShareDialog {...dialog('share')} playedTime={() => element?.currentTime ?? 0} />
      <DownloadDialog {...dialog('download')} link={link} />
    </div>
  )
}

const OwnerButtons = ({ video, buttons, onOpen }: { video: VideoDetails; buttons: Buttons; onOpen: (name: Open) => void }) => (
  <>
    <Tooltip text="Edit">
      <Button ref={buttons.edit} size="icon" aria-label="Edit" onClick={() => onOpen('edit')}>
        <Pencil aria-hidden="true" className="size-4" />
      </Button>
    </Tooltip>
    {/* Only the owner has its job. */}
    {video.hasJob && (
      <Tooltip text="Replace file">
        <Button ref={buttons.replace} size="icon" aria-label="Replace file" onClick={() => onOpen('replace')}>
          <FileUp aria-hidden="true" className="size-4" />
        </Button>
      </Tooltip>
    )}
    <Tooltip text="Delete">
      <Button ref={buttons.delete} size="icon" aria-label="Delete" onClick={() => onOpen('delete')}>
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </Tooltip>
  </>
)
