import { Plus, X } from 'lucide-react'
import { formatBytes } from '../../format/bytes.ts'
import { formatCount } from '../../format/count.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Progress } from '../../ui/feedback/progress.tsx'
import { publishable, publishWhenUploaded } from '../../uploads-view/queue/publish-upload.ts'
import { cancelUpload, endUpload, finishUploads } from '../../uploads-view/queue/upload-control.ts'
import type { Upload } from '../../uploads-view/queue/upload-store.ts'
import { percentOf, totalsOf } from '../../uploads-view/queue/upload-totals.ts'
import { speedText } from '../../uploads-view/speed-text.ts'
import { CancelButton, PauseButton, RetryButton } from '../../uploads-view/upload-actions.tsx'
import { UploadBadge } from '../../uploads-view/upload-badge.tsx'
import { UploadFrame } from '../../uploads-view/upload-frame.tsx'
import { stateHeadingId } from './upload-panel.tsx'

interface UploadQueueProps {
  uploads: readonly Upload[]
  chosenId: string
  onChoose: (id: string) => void
  onAdd: () => void
}

/** Several uploads: how far all of them are, and one row for each. */
export function UploadQueue({ uploads, chosenId, onChoose, onAdd }: UploadQueueProps) {
  const bytes = uploads.reduce((sum, { size }) => sum + size, 0)
  const { percent } = totalsOf(uploads)
  const isDone = uploads.every(({ state }) => state.step === 'started')
  const openCount = publishable().length
  return (
    <section aria-labelledby={stateHeadingId} className="flex flex-col gap-4 rounded-surface border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-col gap-2">
        <h2 id={stateHeadingId} tabIndex={-1} className="font-semibold text-16">
          {formatCount(uploads.length, 'video')}
        </h2>
        <Progress label="Progress of all uploads" value={percent} done={percent === 100} />
        <p className="text-13 text-muted tabular-nums">
          {isDone ? 'All of them are being processed.' : `${percent}% of ${formatBytes(bytes)}`}
        </p>
      </div>
      <ul className="-mx-3 flex flex-col divide-y divide-line border-line border-y">
        {uploads.map((upload) => (
          <QueueRow key={upload.id} upload={upload} isChosen={upload.id === chosenId} onChoose={() => onChoose(upload.id)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {isDone ? (
          <>
            <ButtonLink to="/jobs" kind="primary">
              Open My Videos
            </ButtonLink>
            <Button onClick={finishUploads}>Upload Another</Button>
          </>
        ) : (
          <>
            <Button
              kind="primary"
              disabled={openCount === 0}
              onClick={() => {
                for (const { id } of publishable()) publishWhenUploaded(id)
              }}
            >
              Publish all when uploaded
            </Button>
            <Button onClick={onAdd}>
              <Plus aria-hidden="true" className="size-4" />
              Add videos
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

interface QueueRowProps {
  upload: Upload
  isChosen: boolean
  onChoose: () => void
}

function QueueRow({ upload, isChosen, onChoose }: QueueRowProps) {
  const { name, size, frame, state, details, problem, isPublishing } = upload
  return (
    <li
      className={classNames(
        'flex flex-col gap-2.5 border-l-2 px-3 py-3',
        isChosen ? 'border-l-ink bg-page forced-colors:outline-2 forced-colors:outline-solid' : 'border-l-transparent',
      )}
    >
      <div className="flex flex-wrap items-start gap-3">
        <UploadFrame frame={frame} className="w-20" />
        <div className="flex min-w-0 flex-1 basis-48 flex-col items-start gap-1">
          <button
            type="button"
            aria-current={isChosen ? 'true' : undefined}
            onClick={onChoose}
            className="-my-1 flex min-h-8 max-w-full items-center rounded-control text-left font-medium hover:underline pointer-coarse:min-h-10"
          >
            <span className="truncate">{details.title.trim() || name}</span>
          </button>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted tabular-nums">
            <span role="status">
              <UploadBadge upload={upload} />
            </span>
            {isPublishing && state.step !== 'started' && <span>Publishes when uploaded</span>}
            {state.step === 'sending' ? `${percentOf([upload])}%, ${speedText(state)}` : formatBytes(size)}
          </span>
        </div>
        <RowActions upload={upload} />
      </div>
      {state.step === 'sending' && <Progress label={`Upload of ${name}`} value={percentOf([upload])} />}
      {state.step === 'failed' && <p className="text-13 text-bad">{state.message}</p>}
      {upload.duplicateOf && state.step === 'ready' && <p className="text-13 text-warn">You have this already.</p>}
      {problem && <p className="text-13 text-bad">{problem}</p>}
    </li>
  )
}

function RowActions({ upload }: { upload: Upload }) {
  const { id, name, state, videoId } = upload
  if (state.step === 'checking' || state.step === 'starting') return null
  const isOnItsWay = state.step === 'queued' || state.step === 'sending'
  return (
    <div className="flex flex-wrap gap-2">
      <PauseButton upload={upload} of={name} />
      {isOnItsWay && <CancelButton upload={upload} of={name} />}
      {state.step === 'failed' && state.canRetry && <RetryButton upload={upload} of={name} />}
      {state.step === 'started' && videoId && (
        <ButtonLink to={`/video/${videoId}`} size="small" aria-label={`Open ${name}`}>
          Open
        </ButtonLink>
      )}
      {!isOnItsWay && (
        <Button
          size="small"
          kind="quiet"
          aria-label={`Remove ${name} from this list`}
          onClick={() => (state.step === 'failed' ? cancelUpload(id) : endUpload(id))}
        >
          <X aria-hidden="true" className="size-4" />
          Remove
        </Button>
      )}
    </div>
  )
}
