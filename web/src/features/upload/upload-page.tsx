import { useQuery } from '@tanstack/react-query'
import { limits } from '@video-forge/contract/rules/limits'
import { uploadProblem } from '@video-forge/contract/rules/upload-rules'
import { useEffect, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useHandedFiles } from '../../jobs-view/handed-files.ts'
import { PlanCard } from '../../jobs-view/plan/plan-card.tsx'
import { call } from '../../session/call.ts'
import { useSession } from '../../session/use-session.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { DetailsForm } from './details-form.tsx'
import { browseButtonId, DropOverlay, DropZone } from './drop-zone.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { findResumable } from './transfer/find-unfinished.ts'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { continueUpload, endUpload, startUpload } from './upload-control.ts'
import { stateHeadingId, UploadState } from './upload-state.tsx'
import { useUpload } from './upload-store.ts'

const oneAtATime = 'Please choose one video at a time.'

/** The size limit of this site, or the default until it is loaded. */
function useMaxBytes(): { maxBytes: number; isKnown: boolean } {
  const { data = limits.maxUploadBytes, isFetched } = useQuery({
    queryKey: ['uploads', 'limits'],
    queryFn: async ({ signal }) => (await call('GET /upload/limits', {}, { signal })).maxBytes,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { maxBytes: data, isKnown: isFetched }
}

/** Moves the focus when choosing a file or 'Upload Another' replaces the element that had it. */
function useFocusOnChange(hasUpload: boolean): void {
  const hadUpload = useRef(hasUpload)
  useEffect(() => {
    if (hadUpload.current === hasUpload) return
    hadUpload.current = hasUpload
    document.getElementById(hasUpload ? stateHeadingId : browseButtonId)?.focus()
  }, [hasUpload])
}

export function UploadPage() {
  const user = useSession()
  const { upload, details } = useUpload()
  const [problem, setProblem] = useState<string>()
  const { maxBytes, isKnown } = useMaxBytes()

  useFocusOnChange(upload.step !== 'none')

  const choose = async ([file]: readonly File[], rejectedCount: number) => {
    if (upload.step !== 'none') return showToast('bad', oneAtATime)
    if (!file) return setProblem(rejectedCount > 0 ? oneAtATime : undefined)
    const found = uploadProblem(file, maxBytes)
    setProblem(found)
    if (found) return
    const resumable = user && (await findResumable(user.id, file))
    if (resumable) continueUpload(resumable, file)
    else startUpload(file)
  }
  useHandedFiles(isKnown, (files) => void choose(files.length === 1 ? files : [], files.length))
  const zone = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: (files, rejected) => void choose(files, rejected.length),
  })

  const s3Key = upload.step === 'ready' ? upload.s3Key : undefined
  return (
    <div {...zone.getRootProps({ role: undefined, tabIndex: undefined, className: 'flex flex-1 flex-col gap-8' })}>
      {zone.isDragGlobal && <DropOverlay />}
      <PageHeading title="Upload & Share Video" subtitle="Upload a video, describe it, and watch it in every format." />
      {upload.step === 'none' ? (
        <>
          {user && <UnfinishedUploads user={user} />}
          <DropZone zone={zone} maxBytes={maxBytes} problem={problem} />
        </>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
          <div className="min-w-0 lg:col-start-2">
            <UploadState upload={upload} />
          </div>
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <DetailsForm details={details} s3Key={s3Key} onAnother={endUpload} />
          </div>
          <div className="min-w-0 lg:col-start-2">{s3Key && <PlanCard inputSource={s3Key} chosen={details.outputFormats} />}</div>
        </div>
      )}
      <HowItWorks />
    </div>
  )
}
