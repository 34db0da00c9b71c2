import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useNavigate } from 'react-router'
import { useHandedFiles } from '../../jobs-view/handed-files.ts'
import { PlanCard } from '../../jobs-view/plan/plan-card.tsx'
import { useSession } from '../../session/use-session.ts'
import { useMaxBytes } from '../../transfer/use-max-bytes.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { DropOverlay } from '../../ui/forms/drop-area.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { chooseFiles } from '../../uploads-view/queue/choose-files.ts'
import { finishUploads } from '../../uploads-view/queue/upload-control.ts'
import { newVideos, type Upload, useUploads, watchUploads } from '../../uploads-view/queue/upload-store.ts'
import { UploadDetailsPanel } from './details-form.tsx'
import { browseButtonId, DropZone, FileInput } from './drop-zone.tsx'
import { DuplicateNotice } from './duplicate-notice.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { stateHeadingId, UploadPanel } from './upload-panel.tsx'
import { UploadQueue } from './upload-queue.tsx'

type Shown = 'no upload' | 'one upload' | 'queue'

/** Moves the focus when choosing files or 'Upload Another' replaces the element that had it. */
function useFocusOnChange(shown: Shown): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    const wasEmpty = before.current === 'no upload'
    before.current = shown
    if (shown === 'no upload') document.getElementById(browseButtonId)?.focus()
    else if (wasEmpty || document.activeElement === document.body) document.getElementById(stateHeadingId)?.focus()
  }, [shown])
}

/** The uploads of new videos. What was finished while another page was open is not shown again. */
function useWatchedUploads(): readonly Upload[] {
  useEffect(() => {
    if (newVideos().every(({ state }) => state.step === 'started')) finishUploads()
    return watchUploads()
  }, [])
  return useUploads().filter(({ replaces }) => !replaces)
}

/** After 'Publish when uploaded' of a single file, its own page follows. */
function useVideoPageAfterStart(uploads: readonly Upload[]): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [only] = uploads
  const videoId = uploads.length === 1 && only?.isPublishing && only.state.step === 'started' ? only.videoId : undefined
  useEffect(() => {
    if (!videoId) return
    void client.invalidateQueries()
    void navigate(`/video/${videoId}`)
    finishUploads()
  }, [videoId, client, navigate])
}

export function UploadPage() {
  const user = useSession()
  const uploads = useWatchedUploads()
  const [problems, setProblems] = useState<readonly string[]>([])
  const { maxBytes, isKnown } = useMaxBytes()
  const hasUpload = uploads.length > 0

  useFocusOnChange(uploads.length > 1 ? 'queue' : hasUpload ? 'one upload' : 'no upload')
  useVideoPageAfterStart(uploads)

  const choose = (files: readonly File[]) => {
    setProblems([])
    if (user) void chooseFiles(files, { userId: user.id, maxBytes }).then(setProblems)
  }
  useHandedFiles(isKnown, choose)
  const zone = useDropzone({
    multiple: true,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: choose,
  })

  return (
    <div {...zone.getRootProps({ role: undefined, tabIndex: undefined, className: 'flex flex-1 flex-col gap-8' })}>
      {zone.isDragGlobal && <DropOverlay />}
      <div>
        <PageHeading title="Upload & Share Video" subtitle="Upload a video, describe it, and watch it in every format." />
        <FileInput zone={zone} />
      </div>
      {hasUpload && <Problems problems={problems} />}
      {hasUpload ? (
        <>
          <Uploads uploads={uploads} onAdd={zone.open} />
          {user && <UnfinishedUploads user={user} />}
        </>
      ) : (
        <>
          {user && <UnfinishedUploads user={user} />}
          <div className="flex flex-col gap-3">
            <DropZone onBrowse={zone.open} maxBytes={maxBytes} />
            <Problems problems={problems} />
          </div>
        </>
      )}
      <HowItWorks />
    </div>
  )
}

const Problems = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 && (
    <Notice tone="bad">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </Notice>
  )

/** One upload, or the queue with the details of the chosen one. */
function Uploads({ uploads, onAdd }: { uploads: readonly Upload[]; onAdd: () => void }) {
  const [chosenId, setChosenId] = useState<string>()
  const chosen = uploads.find(({ id }) => id === chosenId) ?? uploads.find(({ state }) => state.step !== 'started') ?? uploads[0]
  if (!chosen) return null
  const { state, details } = chosen
  const hasOthers = uploads.length > 1
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 lg:col-start-2">
        {hasOthers ? (
          <UploadQueue uploads={uploads} chosenId={chosen.id} onChoose={setChosenId} onAdd={onAdd} />
        ) : (
          <UploadPanel upload={chosen} onAdd={onAdd} />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {state.step === 'ready' && chosen.duplicateOf && <DuplicateNotice upload={chosen} of={chosen.duplicateOf} />}
        <UploadDetailsPanel upload={chosen} hasOthers={hasOthers} />
      </div>
      <div className="min-w-0 lg:col-start-2">
        {(state.step === 'ready' || state.step === 'starting') && <PlanCard inputSource={state.s3Key} chosen={details.outputFormats} />}
      </div>
    </div>
  )
}
