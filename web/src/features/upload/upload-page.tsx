import { useQuery } from '@tanstack/react-query'
import { limits } from '@video-forge/contract/rules/limits'
import { uploadProblem } from '@video-forge/contract/rules/upload-rules'
import { useEffect, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
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

/** The limit of this site; the product's own until the site has told. */
const useMaxBytes = (): number =>
  useQuery({
    queryKey: ['uploads', 'limits'],
    queryFn: async ({ signal }) => (await call('GET /upload/limits', {}, { signal })).maxBytes,
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? limits.maxUploadBytes

/** What had the focus goes with the choice of a file, and comes back with 'Upload Another': the focus goes along. */
function useFocusAlong(hasUpload: boolean): void {
  const had = useRef(hasUpload)
  useEffect(() => {
    if (had.current === hasUpload) return
    had.current = hasUpload
    document.getElementById(hasUpload ? stateHeadingId : browseButtonId)?.focus()
  }, [hasUpload])
}

export function UploadPage() {
  const user = useSession()
  const { upload, details } = useUpload()
  const [problem, setProblem] = useState<string>()
  const maxBytes = useMaxBytes()

  useFocusAlong(upload.step !== 'none')

  const choose = async ([file]: readonly File[], refused: number) => {
    if (upload.step !== 'none') return showToast('bad', oneAtATime)
    if (!file) return setProblem(refused > 0 ? oneAtATime : undefined)
    const found = uploadProblem(file, maxBytes)
    setProblem(found)
    if (found) return
    const begun = user && (await findResumable(user.id, file))
    if (begun) continueUpload(begun, file)
    else startUpload(file)
  }
  const zone = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: (files, refused) => void choose(files, refused.length),
  })

  const s3Key = upload.step === 'ready' ? upload.s3Key : undefined
  return (
    <div {...zone.getRootProps({ role: undefined, tabIndex: undefined, className: 'flex flex-1 flex-col gap-8' })}>
      {zone.isDragGlobal && <DropOverlay />}
      <PageHeading title="Upload & Share Video" subtitle="Send a file, say what it is, and watch it in every format." />
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
