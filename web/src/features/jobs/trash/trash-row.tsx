import { useMutation } from '@tanstack/react-query'
import type { TrashedVideo } from '@video-forge/contract/trash'
import { type RefObject, useId, useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatLongDate } from '../../../format/dates.ts'
import { formatDuration } from '../../../format/duration.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'

interface TrashRowProps {
  video: TrashedVideo
  onChanged: () => void
  /** Gets the focus when the row is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

export function TrashRow({ video, onChanged, focusAfter }: TrashRowProps) {
  const [isAsking, setIsAsking] = useState(false)
  const titleId = useId()
  const params = { id: video.id }
  const after = (sentence: string) => ({
    onSuccess: () => {
      showToast('good', sentence)
      focusAfter.current?.focus({ preventScroll: true })
    },
    onError: (error: Error) => showToast('bad', error.message),
    onSettled: onChanged,
  })
  const restore = useMutation({ mutationFn: () => call('POST /trash/{id}/restore', { params }), ...after('The video was restored.') })
  const erase = useMutation({ mutationFn: () => call('DELETE /trash/{id}', { params }), ...after('The video was deleted for good.') })
  const facts = [
    video.duration === null ? undefined : formatDuration(video.duration),
    formatBytes(video.bytes),
    `Deleted on ${formatLongDate(video.deletedAt)}`,
    `for good on ${formatLongDate(video.expiresAt)}`,
  ]
  return (
    <li aria-labelledby={titleId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-0.5">
        <h3 id={titleId} className="wrap-anywhere font-medium">
          {video.title}
        </h3>
        {video.owner && (
          <p className="wrap-anywhere text-13">
            {video.owner.username} <span className="text-muted">{video.owner.email}</span>
          </p>
        )}
        <p className="text-12 text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
        {!video.canRestore && <p className="text-12 text-muted">An admin has deleted it. Only an admin can restore it.</p>}
      </div>
      <div className="flex gap-2">
        {video.canRestore && (
          <Button size="small" aria-describedby={titleId} pending={restore.isPending} onClick={() => restore.mutate()}>
            Restore
          </Button>
        )}
        <Button size="small" aria-describedby={titleId} onClick={() => setIsAsking(true)}>
          Delete for good
        </Button>
      </div>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete this video for good?"
        description={`This deletes "${video.title}" and all its files. It cannot be undone.`}
        confirm="Delete for good"
        destructive
        pending={erase.isPending}
        returnFocusTo={focusAfter}
        onConfirm={() => erase.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </li>
  )
}
