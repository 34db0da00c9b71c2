import { useMutation, useQueryClient } from '@tanstack/react-query'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { FormatChoice } from '../../jobs-view/plan/format-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea, TextInput } from '../../ui/forms/text-input.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { startProcessing } from './transfer/upload-calls.ts'
import { changeDetails, finishUpload } from './upload-control.ts'
import type { UploadDetails } from './upload-details.ts'

interface DetailsFormProps {
  details: UploadDetails
  /** Known once the upload is complete; nothing can be started before. */
  s3Key: string | undefined
  onAnother: () => void
}

/** What the server refused is its refusal; whatever else happened is an error. */
const sentenceOf = (error: Error): string =>
  error instanceof ApiError && error.hasResponse ? sentences.processingFailed(error.message) : sentences.anyError(error.message)

export function DetailsForm({ details, s3Key, onAnother }: DetailsFormProps) {
  const { title, description, visibility, outputFormats } = details
  const client = useQueryClient()
  const navigate = useNavigate()
  const start = useMutation({
    mutationFn: (key: string) => startProcessing(key, details),
    onSuccess: () => {
      // Said before the page goes, so that it is heard on the way and read at its end.
      showToast('good', sentences.processingStarted, { urgent: true })
      finishUpload()
      void client.invalidateQueries()
      void navigate('/gallery')
    },
  })
  const missing = whatIsMissing(details, s3Key)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (s3Key && !missing && !start.isPending) start.mutate(s3Key)
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-labelledby="details-heading"
      className="flex flex-col gap-5 rounded-surface border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="details-heading" className="font-semibold text-16">
        Details
      </h2>
      <Field label="Title" counter={{ used: title.length, max: limits.titleMaxLength }}>
        {(control) => (
          <TextInput
            {...control}
            name="title"
            required
            autoComplete="off"
            maxLength={limits.titleMaxLength}
            value={title}
            onChange={(event) => changeDetails({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" counter={{ used: description.length, max: limits.descriptionMaxLength }}>
        {(control) => (
          <TextArea
            {...control}
            name="description"
            rows={4}
            maxLength={limits.descriptionMaxLength}
            value={description}
            onChange={(event) => changeDetails({ description: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Visibility"
        hint={visibility === 'public' ? 'Everyone can find and watch it in the gallery.' : 'Only you and admins can watch it.'}
      >
        {(control) => (
          <Select
            {...control}
            name="visibility"
            value={visibility}
            onChange={(event) => changeDetails({ visibility: event.target.value === 'private' ? 'private' : 'public' })}
          >
            <option value="public">Public</option>
            <option value="private">Private</option>
          </Select>
        )}
      </Field>
      <FormatChoice
        chosen={outputFormats}
        onChange={(chosen) => changeDetails({ outputFormats: chosen })}
        error={outputFormats.length === 0 ? sentences.uploadNeedsFormat : undefined}
      />
      {start.error && <Notice tone="bad">{sentenceOf(start.error)}</Notice>}
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" disabled={missing !== undefined} pending={start.isPending} aria-describedby="start-hint">
            Start Processing
          </Button>
          {s3Key && (
            <Button disabled={start.isPending} onClick={onAnother}>
              Upload Another
            </Button>
          )}
        </div>
        <p id="start-hint" className="min-h-4 text-12 text-muted">
          {missing}
        </p>
      </div>
    </form>
  )
}

/** Why nothing can be started yet; a missing format says so itself, beside the formats. */
function whatIsMissing({ title, outputFormats }: UploadDetails, s3Key: string | undefined): string | undefined {
  if (!s3Key) return 'It can start once the upload is complete.'
  if (title.trim() === '') return 'It can start once it has a title.'
  if (outputFormats.length === 0) return 'It can start once a format is chosen.'
  return undefined
}
