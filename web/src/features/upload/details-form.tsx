import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentences } from '@video-forge/contract/sentences'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { FormatChoice } from '../../jobs-view/plan/format-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { DescriptionField, TitleField, VisibilityField } from '../../videos-view/video-fields.tsx'
import { startProcessing } from './transfer/upload-calls.ts'
import { changeDetails, finishUpload } from './upload-control.ts'
import type { UploadDetails } from './upload-details.ts'

interface DetailsFormProps {
  details: UploadDetails
  /** Known once the upload is complete; processing cannot start before. */
  s3Key: string | undefined
  onAnother: () => void
}

export function DetailsForm({ details, s3Key, onAnother }: DetailsFormProps) {
  const { title, description, visibility, outputFormats } = details
  const start = useStartProcessing(details)
  const obstacle = startObstacle(details, s3Key)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (s3Key && !obstacle && !start.isPending) start.mutate(s3Key)
  }

  return (
    <FormCard heading="Details" onSubmit={submit}>
      <TitleField value={title} onChange={(value) => changeDetails({ title: value })} />
      <DescriptionField value={description} onChange={(value) => changeDetails({ description: value })} />
      <VisibilityField value={visibility} onChange={(value) => changeDetails({ visibility: value })} />
      <FormatChoice
        chosen={outputFormats}
        onChange={(chosen) => changeDetails({ outputFormats: chosen })}
        error={outputFormats.length === 0 ? sentences.uploadNeedsFormat : undefined}
      />
      {start.error && <Notice tone="bad">{sentenceOf(start.error)}</Notice>}
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" disabled={obstacle !== undefined} pending={start.isPending} aria-describedby="start-hint">
            Start Processing
          </Button>
          {s3Key && (
            <Button disabled={start.isPending} onClick={onAnother}>
              Upload Another
            </Button>
          )}
        </div>
        <p id="start-hint" className="min-h-4 text-12 text-muted">
          {obstacle}
        </p>
      </div>
    </FormCard>
  )
}

function useStartProcessing(details: UploadDetails) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (key: string) => startProcessing(key, details),
    onSuccess: () => {
      // Before the navigation, so that a screen reader announces it and it is still there on the next page.
      showToast('good', sentences.processingStarted, { urgent: true })
      finishUpload()
      void client.invalidateQueries()
      void navigate('/gallery')
    },
  })
}

/** A rejection by the server has one sentence, every other failure another. */
const sentenceOf = (error: Error): string =>
  error instanceof ApiError && error.hasResponse ? sentences.processingFailed(error.message) : sentences.anyError(error.message)

/** Why processing cannot start yet. */
function startObstacle({ title, outputFormats }: UploadDetails, s3Key: string | undefined): string | undefined {
  if (!s3Key) return 'You can start once the upload is complete.'
  if (title.trim() === '') return 'Enter a title to start.'
  if (outputFormats.length === 0) return 'Choose a format to start.'
  return undefined
}
