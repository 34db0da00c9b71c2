import { FileUp, Pencil, Share2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import type { VideoDialogs } from './use-video-dialogs.tsx'

const actions = [
  { kind: 'edit', name: 'Edit', icon: Pencil },
  { kind: 'share', name: 'Share', icon: Share2 },
  { kind: 'replace', name: 'Replace file', icon: FileUp },
] as const

interface EditAndShareProps {
  id: string
  titleId: string
  dialogs: VideoDialogs
  /** There is something to watch, or there will be. */
  canShare: boolean
  /** It was processed, and is not being processed now. */
  canReplace?: boolean
}

export const EditAndShare = ({ id, titleId, dialogs, canShare, canReplace = false }: EditAndShareProps) => (
  <>
    {actions
      .filter(({ kind }) => (kind === 'share' ? canShare : kind === 'replace' ? canReplace : true))
      .map(({ kind, name, icon: Icon }) => (
        <Tooltip key={kind} text={name}>
          <Button
            kind="quiet"
            size="small-icon"
            aria-label={name}
            aria-describedby={titleId}
            onClick={(event) => dialogs.open(kind, id, event.currentTarget)}
          >
            {dialogs.isLoading(kind, id) ? <Spinner /> : <Icon aria-hidden="true" className="size-4" />}
          </Button>
        </Tooltip>
      ))}
  </>
)
