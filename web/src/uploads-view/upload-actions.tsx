import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/overlays/alert-dialog.tsx'
import { cancelUpload, pauseUpload, resumeUpload } from './queue/upload-control.ts'
import type { Upload } from './queue/upload-store.ts'

/** `of` names the file for screen readers, where several uploads have the same buttons. */
interface UploadActionProps {
  upload: Upload
  of?: string
}

const nameOf = (action: string, of: string | undefined): string | undefined => of && `${action} ${of}`

export function PauseButton({ upload: { id, state }, of }: UploadActionProps) {
  if (state.step !== 'sending') return null
  return state.phase === 'paused' ? (
    <Button size="small" aria-label={nameOf('Resume', of)} onClick={() => resumeUpload(id)}>
      Resume
    </Button>
  ) : (
    <Button size="small" aria-label={nameOf('Pause', of)} onClick={() => pauseUpload(id)}>
      Pause
    </Button>
  )
}

/** Asks first, because the uploaded part is lost. */
export function CancelButton({ upload: { id, name }, of }: UploadActionProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" kind="quiet" aria-label={nameOf('Cancel', of)} onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Stop this upload?"
        description={`The uploaded part of "${name}" will be deleted.`}
        confirm="Stop and discard"
        destructive
        onConfirm={() => cancelUpload(id)}
      />
    </>
  )
}

export const RetryButton = ({ upload: { id }, of }: UploadActionProps) => (
  <Button size="small" aria-label={nameOf('Try again:', of)} onClick={() => resumeUpload(id)}>
    Try again
  </Button>
)
