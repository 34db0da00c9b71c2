import { useQueryClient } from '@tanstack/react-query'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { FormatChoice } from '../../jobs-view/plan/format-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { publishWhenUploaded, startUploaded } from '../../uploads-view/queue/publish-upload.ts'
import { changeDetails, endUpload, finishUploads, shareChoices } from '../../uploads-view/queue/upload-control.ts'
import { detailsObstacle } from '../../uploads-view/queue/upload-details.ts'
import type { Upload } from '../../uploads-view/queue/upload-store.ts'
import { CaptionChoiceFields } from '../../videos-view/captions/caption-choice-fields.tsx'
import { DescriptionField, TitleField, VisibilityField } from '../../videos-view/video-fields.tsx'
import { LockedDetails, unlockButtonId } from './locked-details.tsx'

interface UploadDetailsProps {
  upload: Upload
  /** Several uploads share the page. */
  hasOthers: boolean
}

const publishButtonId = 'publish-when-uploaded'
export const startButtonId = 'start-processing'

/** The details of an upload: a form, or what was entered once they are locked. */
export function UploadDetailsPanel({ upload, hasOthers }: UploadDetailsProps) {
  const isLocked = upload.isPublishing || upload.state.step === 'started'
  useFocusOnLock(upload.id, isLocked)
  return isLocked ? <LockedDetails upload={upload} /> : <DetailsForm upload={upload} hasOthers={hasOthers} />
}

/** The pressed button is replaced, so the focus goes to its counterpart. */
function useFocusOnLock(id: string, isLocked: boolean): void {
  const before = useRef({ id, isLocked })
  useEffect(() => {
    const isChange = before.current.id === id && before.current.isLocked !== isLocked
    before.current = { id, isLocked }
    // Nothing is taken from somebody who is typing elsewhere.
    if (!isChange || document.activeElement !== document.body) return
    const counterparts = isLocked ? [unlockButtonId] : [publishButtonId, startButtonId]
    counterparts
      .map((each) => document.getElementById(each))
      .find(Boolean)
      ?.focus()
  }, [id, isLocked])
}

function DetailsForm({ upload, hasOthers }: UploadDetailsProps) {
  const { id, details, state, problem } = upload
  const { title, description, visibility, outputFormats, captionChoice } = details
  const start = useStartProcessing(id, hasOthers)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state.step === 'ready' && !detailsObstacle(details)) void start()
  }
  return (
    <FormCard heading="Details" onSubmit={submit}>
      <TitleField value={title} onChange={(value) => changeDetails(id, { title: value })} />
      <DescriptionField value={description} onChange={(value) => changeDetails(id, { description: value })} />
      <VisibilityField value={visibility} onChange={(value) => changeDetails(id, { visibility: value })} />
      <FormatChoice
        chosen={outputFormats}
        onChange={(chosen) => changeDetails(id, { outputFormats: chosen })}
        error={outputFormats.length === 0 ? sentences.uploadNeedsFormat : undefined}
      />
      <CaptionChoiceFields value={captionChoice} onChange={(value) => changeDetails(id, { captionChoice: value })} />
      {hasOthers && <ShareChoicesButton id={id} />}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <FormButtons upload={upload} hasOthers={hasOthers} />
    </FormCard>
  )
}

/** While the file is sent, it can be published ahead; once it is uploaded, processing can be started. */
function FormButtons({ upload: { id, details, state }, hasOthers }: UploadDetailsProps) {
  const isUploaded = state.step === 'ready' || state.step === 'starting'
  const isStarting = state.step === 'starting'
  const missing = detailsObstacle(details)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {!isUploaded && (
          <Button
            id={publishButtonId}
            kind={hasOthers ? 'secondary' : 'primary'}
            disabled={missing !== undefined || state.step === 'failed'}
            aria-describedby="start-hint"
            onClick={() => publishWhenUploaded(id)}
          >
            Publish when uploaded
          </Button>
        )}
        <Button
          id={startButtonId}
          kind={isUploaded ? 'primary' : 'secondary'}
          type="submit"
          disabled={!isUploaded || missing !== undefined}
          pending={isStarting}
          aria-describedby="start-hint"
        >
          Start Processing
        </Button>
        {isUploaded && !hasOthers && (
          <Button disabled={isStarting} onClick={() => endUpload(id)}>
            Upload Another
          </Button>
        )}
      </div>
      <p id="start-hint" className="min-h-4 text-12 text-muted">
        {missing ?? (isUploaded ? undefined : 'You can start once the upload is complete, or let it start by itself.')}
      </p>
    </div>
  )
}

const ShareChoicesButton = ({ id }: { id: string }) => (
  <div className="-mt-2">
    <Button
      size="small"
      onClick={() => {
        shareChoices(id)
        showToast('good', 'All videos whose details are open have this visibility and these formats now.')
      }}
    >
      Use visibility and formats for all
    </Button>
  </div>
)

/** For somebody who waited for the upload. With others in the list the page stays, because they are not done. */
function useStartProcessing(id: string, hasOthers: boolean): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    if (!(await startUploaded(id))) return
    void client.invalidateQueries()
    if (hasOthers) return
    // Before the navigation, so that a screen reader announces it and it is still there on the next page.
    showToast('good', sentences.processingStarted, { urgent: true })
    finishUploads()
    void navigate('/gallery')
  }
}
