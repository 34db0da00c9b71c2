import { Film } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../format/bytes.ts'
import { formatTimeSpan } from '../../format/time-span.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { cancelUpload, pauseUpload, resumeUpload } from './upload-control.ts'
import type { Upload } from './upload-store.ts'
import { UploadedVideo } from './uploaded-video.tsx'

type Step<Name extends Upload['step']> = Extract<Upload, { step: Name }>
type ActiveUpload = Exclude<Upload, { step: 'none' }>

export const stateHeadingId = 'upload-state-heading'

/** The state of the upload, and what can be done about it. */
export const UploadState = ({ upload }: { upload: ActiveUpload }) => (
  <section aria-label="Upload" className="flex flex-col gap-4 rounded-surface border border-line bg-surface p-5 sm:p-6">
    <div className="flex items-start gap-3">
      <Film aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col">
        <h2 id={stateHeadingId} tabIndex={-1} className="break-words font-medium">
          {upload.name}
        </h2>
        <p className="text-13 text-muted tabular-nums">{formatBytes(upload.size)}</p>
      </div>
      <span role="status">
        <StateBadge upload={upload} />
      </span>
    </div>
    {upload.step === 'sending' && <Sending upload={upload} />}
    {upload.step === 'checking' && <Progress label="Upload progress" value={100} done />}
    {upload.step === 'ready' && <UploadedVideo video={upload.video} />}
    {upload.step === 'failed' && <Failed upload={upload} />}
  </section>
)

const phaseLabels = { preparing: 'Preparing', uploading: 'Uploading', waiting: 'Waiting for the network', paused: 'Paused' } as const

function StateBadge({ upload }: { upload: ActiveUpload }) {
  if (upload.step === 'sending') {
    return <Badge tone={upload.phase === 'waiting' ? 'warn' : 'neutral'}>{phaseLabels[upload.phase]}</Badge>
  }
  if (upload.step === 'checking') return <Badge>Checking the file</Badge>
  if (upload.step === 'ready') return <Badge tone="good">Uploaded</Badge>
  return <Badge tone="bad">Not uploaded</Badge>
}

function Sending({ upload }: { upload: Step<'sending'> }) {
  const { sent, size, speed, phase } = upload
  const percent = size > 0 ? Math.floor((sent / size) * 100) : 0
  return (
    <>
      <div className="flex flex-col gap-2">
        <Progress label="Upload progress" value={percent} />
        <div className="flex flex-wrap justify-between gap-x-4 text-13 tabular-nums">
          <span className="font-medium">{percent}%</span>
          <span className="text-muted">
            {speed ? `${formatBytes(speed.bytesPerSecond)}/s, ${formatTimeSpan(speed.secondsLeft)} left` : hintFor(phase)}
          </span>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {phase === 'paused' ? (
          <Button size="small" onClick={resumeUpload}>
            Resume
          </Button>
        ) : (
          <Button size="small" onClick={pauseUpload}>
            Pause
          </Button>
        )}
        <CancelButton name={upload.name} />
      </div>
    </>
  )
}

const hintFor = (phase: Step<'sending'>['phase']): string => {
  if (phase === 'waiting') return 'It resumes by itself.'
  if (phase === 'paused') return 'Resume it at any time.'
  return 'Measuring the speed…'
}

function CancelButton({ name }: { name: string }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" kind="quiet" onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Stop this upload?"
        description={`The uploaded part of "${name}" will be deleted.`}
        confirm="Stop and discard"
        destructive
        onConfirm={cancelUpload}
      />
    </>
  )
}

const Failed = ({ upload: { message, canRetry } }: { upload: Step<'failed'> }) => (
  <>
    <Notice tone="bad">{message}</Notice>
    <div className="flex flex-wrap gap-2">
      {canRetry && (
        <Button size="small" onClick={resumeUpload}>
          Try again
        </Button>
      )}
      <Button size="small" kind={canRetry ? 'quiet' : 'secondary'} onClick={cancelUpload}>
        Choose another file
      </Button>
    </div>
  </>
)
