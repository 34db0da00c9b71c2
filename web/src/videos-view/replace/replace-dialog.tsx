import type { VideoDetails } from '@video-forge/contract/gallery'
import { uploadAccept } from '@video-forge/contract/rules/upload-rules'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { formatBytes } from '../../format/bytes.ts'
import { formatTimeSpan } from '../../format/time-span.ts'
import { useMaxBytes } from '../../transfer/use-max-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { DropArea } from '../../ui/forms/drop-area.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { type ReplacementState, useReplacement } from './use-replacement.ts'

interface ReplaceDialogProps {
  video: VideoDetails
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function ReplaceDialog({ video, open, onOpenChange, returnFocusTo }: ReplaceDialogProps) {
  const [isSending, setSending] = useState(false)
  const [hasTriedToClose, setTriedToClose] = useState(false)
  const close = () => {
    setSending(false)
    setTriedToClose(false)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      // A click beside the dialog must not end a long upload.
      onOpenChange={() => (isSending ? setTriedToClose(true) : close())}
      returnFocusTo={returnFocusTo}
      title="Replace file"
      description="The current version stays until the new one is ready. Link, title and statistics stay."
    >
      <Replacement video={video} hasTriedToClose={hasTriedToClose} onSending={setSending} onDone={close} />
    </Dialog>
  )
}

interface ReplacementProps {
  video: VideoDetails
  hasTriedToClose: boolean
  onSending: (isSending: boolean) => void
  onDone: () => void
}

function Replacement({ video, hasTriedToClose, onSending, onDone }: ReplacementProps) {
  const { maxBytes } = useMaxBytes()
  const { state, choose, cancel } = useReplacement(video, maxBytes, () => {
    showToast('good', 'The new version is being made. The current one stays until it is ready.')
    onDone()
  })
  const isSending = state.step !== 'choosing'
  useEffect(() => onSending(isSending), [isSending, onSending])
  if (isSending) return <SendingFile state={state} isAsked={hasTriedToClose} onCancel={cancel} />
  if (video.processing) {
    return <Notice tone="warn">This video is being processed. Wait until that is done, or cancel its job, then replace the file.</Notice>
  }
  return <FileChoice problem={state.problem} maxBytes={maxBytes} onChoose={choose} />
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

type Sending = Exclude<ReplacementState, { step: 'choosing' }>

function progressText(state: Sending): string {
  if (state.isWaiting) return 'Waiting for the network. It continues by itself.'
  if (state.step === 'checking') return 'Checking the file…'
  const { sent, file, speed } = state
  const left = speed ? `, about ${formatTimeSpan(speed.secondsLeft)} left` : ''
  return `${formatBytes(sent)} of ${formatBytes(file.size)}${left}`
}

function SendingFile({ state, isAsked, onCancel }: { state: Sending; isAsked: boolean; onCancel: () => void }) {
  const heading = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  const isSent = state.step === 'checking'
  const percent = isSent ? 100 : (state.sent / Math.max(1, state.file.size)) * 100
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <p ref={heading} tabIndex={-1} className="break-words font-medium outline-none">
          {state.file.name}
        </p>
        <Progress label="Upload progress" value={percent} done={isSent} />
        <div className="flex flex-wrap justify-between gap-x-4 text-13 text-muted tabular-nums">
          <span>{progressText(state)}</span>
          <span>{Math.round(percent)}%</span>
        </div>
        <p role="status" className="sr-only">
          {isSent ? 'Uploaded. The file is being checked.' : `${state.file.name} is being uploaded.`}
        </p>
      </div>
      {isAsked ? (
        <Notice tone="warn">The file is still being uploaded. Wait until that is done, or cancel the upload.</Notice>
      ) : (
        <p className="text-13 text-muted">Keep this page open until the file is uploaded.</p>
      )}
      <div className="flex justify-end">
        <Button onClick={onCancel}>Cancel upload</Button>
      </div>
    </div>
  )
}
