import { Plus } from 'lucide-react'
import { formatBytes } from '../../format/bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { cancelUpload } from '../../uploads-view/queue/upload-control.ts'
import type { Upload } from '../../uploads-view/queue/upload-store.ts'
import { percentOf } from '../../uploads-view/queue/upload-totals.ts'
import { speedText } from '../../uploads-view/speed-text.ts'
import { CancelButton, PauseButton, RetryButton } from '../../uploads-view/upload-actions.tsx'
import { UploadBadge } from '../../uploads-view/upload-badge.tsx'
import { UploadFrame } from '../../uploads-view/upload-frame.tsx'
import { UploadedVideo } from './uploaded-video.tsx'

export const stateHeadingId = 'upload-state-heading'

/** The state of the only upload, and what can be done about it. */
export function UploadPanel({ upload, onAdd }: { upload: Upload; onAdd: () => void }) {
  const { state, frame } = upload
  const isUploaded = state.step === 'ready' || state.step === 'starting'
  return (
    <section aria-label="Upload" className="flex flex-col gap-4 rounded-surface border border-line bg-surface p-5 sm:p-6">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col">
          <h2 id={stateHeadingId} tabIndex={-1} className="break-words font-medium">
            {upload.name}
          </h2>
          <p className="text-13 text-muted tabular-nums">{formatBytes(upload.size)}</p>
        </div>
        <span role="status">
          <UploadBadge upload={upload} />
        </span>
      </div>
      {isUploaded ? <UploadedVideo video={state.video} frame={frame} /> : <UploadFrame frame={frame} className="w-full" />}
      {(state.step === 'sending' || state.step === 'queued') && <SendingState upload={upload} onAdd={onAdd} />}
      {state.step === 'checking' && <Progress label="Upload progress" value={100} done />}
      {state.step === 'failed' && (
        <>
          <Notice tone="bad">{state.message}</Notice>
          <div className="flex flex-wrap gap-2">
            {state.canRetry && <RetryButton upload={upload} />}
            <Button size="small" kind={state.canRetry ? 'quiet' : 'secondary'} onClick={() => cancelUpload(upload.id)}>
              Choose another file
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function SendingState({ upload, onAdd }: { upload: Upload; onAdd: () => void }) {
  const percent = percentOf([upload])
  return (
    <>
      <div className="flex flex-col gap-2">
        <Progress label="Upload progress" value={percent} />
        <div className="flex flex-wrap justify-between gap-x-4 text-13 tabular-nums">
          <span className="font-medium">{percent}%</span>
          <span className="text-muted">{upload.state.step === 'sending' && speedText(upload.state)}</span>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <PauseButton upload={upload} />
        <CancelButton upload={upload} />
        <Button size="small" kind="quiet" className="ml-auto" onClick={onAdd}>
          <Plus aria-hidden="true" className="size-4" />
          Add videos
        </Button>
      </div>
    </>
  )
}
