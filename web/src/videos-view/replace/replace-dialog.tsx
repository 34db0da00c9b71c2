import type { VideoDetails } from '@video-forge/contract/gallery'
import { uploadAccept } from '@video-forge/contract/rules/upload-rules'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { formatBytes } from '../../format/bytes.ts'
import { useSession } from '../../session/use-session.ts'
import { useMaxBytes } from '../../transfer/use-max-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { DropArea } from '../../ui/forms/drop-area.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { chooseReplacement } from '../../uploads-view/queue/choose-files.ts'
import { cancelUpload } from '../../uploads-view/queue/upload-control.ts'
import { onUploadEvent, type Upload, useUploads, watchUploads } from '../../uploads-view/queue/upload-store.ts'
import { percentOf } from '../../uploads-view/queue/upload-totals.ts'
import { speedText } from '../../uploads-view/speed-text.ts'
import { PauseButton, RetryButton } from '../../uploads-view/upload-actions.tsx'
import { UploadBadge } from '../../uploads-view/upload-badge.tsx'

interface ReplaceDialogProps {
  video: VideoDetails
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Closing it does not end the upload: it continues on every page, and the header shows it. */
export const ReplaceDialog = ({ video, ...dialog }: ReplaceDialogProps) => (
  <Dialog
    {...dialog}
    title="Replace file"
    description="The current version stays until the new one is ready. Link, title and statistics stay."
  >
    <Replacement video={video} onDone={() => dialog.onOpenChange(false)} />
  </Dialog>
)

function Replacement({ video, onDone }: { video: VideoDetails; onDone: () => void }) {
  const user = useSession()
  const { maxBytes } = useMaxBytes()
  const [problem, setProblem] = useState<string>()
  const upload = useUploads().find(({ replaces }) => replaces === video.id)
  useEffect(() => watchUploads(video.id), [video.id])
  useEffect(() => onUploadEvent((event) => event.kind === 'started' && event.upload.replaces === video.id && onDone()), [video.id, onDone])
  if (upload && upload.state.step !== 'failed') return <RunningUpload upload={upload} />
  const choose = (file: File) => {
    setProblem(undefined)
    if (user) void chooseReplacement(file, video, { userId: user.id, maxBytes }).then(setProblem)
  }
  return (
    <div className="flex flex-col gap-4">
      {upload && <FailedUpload upload={upload} />}
      {video.processing ? (
        <Notice tone="warn">This video is being processed. Wait until that is done, or cancel its job, then replace the file.</Notice>
      ) : (
        <FileChoice problem={problem} maxBytes={maxBytes} onChoose={choose} />
      )}
    </div>
  )
}

function FileChoice({ problem, maxBytes, onChoose }: { problem: string | undefined; maxBytes: number; onChoose: (file: File) => void }) {
  const zone = useDropzone({ multiple: false, noClick: true, noKeyboard: true, noPaste: true, onDrop: ([file]) => file && onChoose(file) })
  return (
    <div {...zone.getRootProps({ role: undefined, tabIndex: undefined, className: 'flex flex-col gap-3' })}>
      <DropArea
        inputId="replace-file"
        className="min-h-56 py-8"
        headline={
          <>
            <span className="font-semibold text-16 pointer-coarse:hidden">Drop the new file here</span>
            <span className="hidden font-semibold text-16 pointer-coarse:block">Choose the new file</span>
          </>
        }
        hint={`MP4, MOV, AVI, MKV or WebM, up to ${formatBytes(maxBytes)}`}
        button={
          <Button kind="primary" onClick={zone.open}>
            Browse files
          </Button>
        }
      />
      <input {...zone.getInputProps({ id: 'replace-file', accept: uploadAccept, 'aria-label': 'New video file' })} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <p className="text-13 text-muted">
        A thumbnail from a frame of the current file is replaced too, and chapters after the end of the new one are removed.
      </p>
    </div>
  )
}

function FailedUpload({ upload }: { upload: Upload }) {
  const { id, name, state } = upload
  if (state.step !== 'failed') return null
  return (
    <div className="flex flex-col gap-2">
      <Notice tone="bad">{state.message}</Notice>
      <div className="flex flex-wrap justify-end gap-2">
        {state.canRetry && <RetryButton upload={upload} of={name} />}
        <Button size="small" kind="quiet" onClick={() => cancelUpload(id)}>
          Discard
        </Button>
      </div>
    </div>
  )
}

function RunningUpload({ upload }: { upload: Upload }) {
  const { id, name, size, state } = upload
  const heading = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  const percent = percentOf([upload])
  const isOnItsWay = state.step === 'queued' || state.step === 'sending'
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <div className="flex items-start gap-3">
          <p ref={heading} tabIndex={-1} className="min-w-0 flex-1 break-words font-medium outline-none">
            {name}
          </p>
          <span role="status">
            <UploadBadge upload={upload} />
          </span>
        </div>
        <Progress label="Upload progress" value={percent} done={!isOnItsWay} />
        <div className="flex flex-wrap justify-between gap-x-4 text-13 text-muted tabular-nums">
          <span>{state.step === 'sending' ? speedText(state) : formatBytes(size)}</span>
          <span>{percent}%</span>
        </div>
      </div>
      <p className="text-13 text-muted">
        You can close this and open other pages: the upload continues, and the header shows its progress.
      </p>
      {isOnItsWay && (
        <div className="flex flex-wrap justify-end gap-2">
          <PauseButton upload={upload} />
          <Button size="small" onClick={() => cancelUpload(id)}>
            Cancel upload
          </Button>
        </div>
      )}
    </div>
  )
}
