import { type ReactNode, useId } from 'react'
import { formatName } from '../../jobs-view/status-labels.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { stopPublishing } from '../../uploads-view/queue/publish-upload.ts'
import type { Upload } from '../../uploads-view/queue/upload-store.ts'

export const unlockButtonId = 'change-details'

/** What was entered, after 'Publish when uploaded'. It can be unlocked until processing starts. */
export function LockedDetails({ upload: { id, details, videoId, state } }: { upload: Upload }) {
  const headingId = useId()
  const isStarted = state.step === 'started'
  const address = videoId && `/video/${videoId}`
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-5 rounded-surface border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-col gap-1">
        <h2 id={headingId} className="font-semibold text-16">
          {isStarted ? 'Processing has started' : 'Publishes when uploaded'}
        </h2>
        <p role="status" className="text-13 text-muted">
          {isStarted
            ? 'The video has its own page now, with its progress.'
            : 'Processing starts by itself once the file is uploaded. You can open other pages meanwhile; keep this tab open.'}
        </p>
      </div>
      <dl className="flex flex-col gap-4">
        <Detail name="Title">{details.title}</Detail>
        {details.description.trim() !== '' && <Detail name="Description">{details.description}</Detail>}
        <Detail name="Visibility">{details.visibility === 'public' ? 'Public' : 'Private'}</Detail>
        <Detail name="Output Formats">{details.outputFormats.map(formatName).join(', ')}</Detail>
      </dl>
      {address && !isStarted && (
        <Field label="Link" hint="It works once the file is uploaded.">
          {(control) => (
            <TextInput {...control} readOnly value={window.location.origin + address} onFocus={(event) => event.target.select()} />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {isStarted && address ? (
          <ButtonLink id={unlockButtonId} to={address}>
            Open the video
          </ButtonLink>
        ) : (
          <Button id={unlockButtonId} pending={state.step === 'starting'} onClick={() => stopPublishing(id)}>
            Change details
          </Button>
        )}
      </div>
    </section>
  )
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col gap-0.5">
    <dt className="font-medium text-13">{name}</dt>
    <dd className="whitespace-pre-line break-words text-muted">{children}</dd>
  </div>
)
