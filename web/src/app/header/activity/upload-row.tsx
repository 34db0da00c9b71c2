import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { cancelUpload } from '../../../uploads-view/queue/upload-control.ts'
import type { Upload } from '../../../uploads-view/queue/upload-store.ts'
import { percentOf } from '../../../uploads-view/queue/upload-totals.ts'
import { RetryButton } from '../../../uploads-view/upload-actions.tsx'
import { UploadBadge } from '../../../uploads-view/upload-badge.tsx'
import { UploadFrame } from '../../../uploads-view/upload-frame.tsx'

interface UploadRowProps {
  upload: Upload
  onFollow: () => void
}

export function UploadRow({ upload, onFollow }: UploadRowProps) {
  const { id, name, details, state, frame, problem, replaces } = upload
  const isVideo = state.step === 'ready' || state.step === 'starting'
  const isOnItsWay = state.step === 'queued' || state.step === 'sending'
  return (
    <li className="flex items-start gap-3">
      <UploadFrame frame={frame} className="w-20 sm:w-28" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Link to={replaces ? `/video/${replaces}` : '/upload'} onClick={onFollow} className="truncate font-medium text-13 hover:underline">
          {details.title.trim() || name}
        </Link>
        <span className="flex flex-wrap items-center gap-2 text-12 text-muted tabular-nums">
          <UploadBadge upload={upload} />
          {state.step === 'sending' && `${percentOf([upload])}%`}
        </span>
        {!isVideo && state.step !== 'failed' && <Progress label={`Upload of ${name}`} value={percentOf([upload])} />}
        {(state.step === 'failed' || problem) && <p className="text-12 text-bad">{state.step === 'failed' ? state.message : problem}</p>}
        {isOnItsWay && <CancelInPlace upload={upload} />}
        {state.step === 'failed' && (
          <span className="flex flex-wrap gap-2">
            {state.canRetry && <RetryButton upload={upload} of={name} />}
            <Button
              size="small"
              kind="quiet"
              aria-label={`Remove ${name} from this list`}
              onClick={(event) => {
                focusList(event)
                cancelUpload(id)
              }}
            >
              Remove
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}

/** The row goes away; without this the focus would be lost. */
const focusList = ({ currentTarget }: MouseEvent<HTMLElement>): void => currentTarget.closest<HTMLElement>('[role=dialog]')?.focus()

/** Asks in the row itself, because a dialog would close the list. */
function CancelInPlace({ upload: { id, name } }: { upload: Upload }) {
  const [isAsking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const hasAsked = useRef(false)
  useEffect(() => {
    if (isAsking) keep.current?.focus()
    else if (hasAsked.current) cancel.current?.focus()
    hasAsked.current = isAsking
  }, [isAsking])
  if (!isAsking) {
    return (
      <Button ref={cancel} size="small" kind="quiet" className="self-start" aria-label={`Cancel ${name}`} onClick={() => setAsking(true)}>
        Cancel
      </Button>
    )
  }
  return (
    <fieldset aria-label={`Stop the upload of ${name}?`} className="flex flex-wrap gap-2">
      <Button
        size="small"
        kind="danger"
        onClick={(event) => {
          focusList(event)
          cancelUpload(id)
        }}
      >
        Stop and discard
      </Button>
      <Button ref={keep} size="small" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </fieldset>
  )
}
