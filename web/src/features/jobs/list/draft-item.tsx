import type { Draft } from '@video-forge/contract/jobs'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EditAndShare } from '../dialogs/edit-and-share.tsx'
import type { VideoDialogs } from '../dialogs/use-video-dialogs.tsx'
import { DeleteButton, RowActions } from '../row-actions.tsx'
import { type RowSelection, VideoRow } from './video-row.tsx'

interface DraftItemProps {
  draft: Draft
  dialogs: VideoDialogs
  selection: RowSelection
  onDelete: () => void
}

/** An upload that waits for its owner. It can be watched if browsers play its file. */
export function DraftItem({ draft, dialogs, selection, onDelete }: DraftItemProps) {
  const titleId = useId()
  return (
    <VideoRow
      video={draft}
      to={`/video/${draft.id}`}
      canWatch={draft.playable}
      titleId={titleId}
      selection={selection}
      state={
        <div className="flex min-w-0 flex-col items-start gap-1">
          <Badge>Draft</Badge>
          <span className="text-13 text-muted">Uploaded, not processed yet</span>
        </div>
      }
      actions={
        <RowActions
          icons={
            <>
              <EditAndShare id={draft.id} titleId={titleId} dialogs={dialogs} canShare={draft.playable} />
              <DeleteButton titleId={titleId} onDelete={onDelete} />
            </>
          }
        >
          <Button
            size="small"
            aria-describedby={titleId}
            pending={dialogs.isLoading('publish', draft.id)}
            onClick={(event) => dialogs.open('publish', draft.id, event.currentTarget)}
          >
            Publish
          </Button>
          {draft.playable && (
            <ButtonLink to={`/video/${draft.id}`} aria-describedby={titleId} size="small">
              Watch
            </ButtonLink>
          )}
        </RowActions>
      }
    />
  )
}
