import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CaptionFields } from './caption-fields.tsx'
import type { CaptionDraft } from './read-caption-file.ts'
import { useCaptionChanges } from './use-caption-changes.ts'

interface CaptionDraftFormProps {
  videoId: string
  draft: CaptionDraft
  isFirst: boolean
  /** It was added, or is not wanted. */
  onDone: (added: string | undefined) => void
}

/** A chosen file: what is wrong with it, or what is needed to add it. */
export function CaptionDraftForm({ videoId, draft, isFirst, onDone }: CaptionDraftFormProps) {
  const [values, setValues] = useState({ language: draft.language, label: '', isDefault: isFirst })
  const [isTried, setTried] = useState(false)
  const { adding } = useCaptionChanges(videoId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (values.language === '' || adding.isPending) return
    adding.mutate({ ...values, content: draft.content }, { onSuccess: ({ caption }) => onDone(caption.label) })
  }
  const discard = (
    <Button size="small" onClick={() => onDone(undefined)}>
      Discard
    </Button>
  )
  return (
    <li className="rounded-control border border-line p-3">
      <form noValidate aria-label={draft.name} onSubmit={submit} className="flex flex-col gap-3">
        <p className="wrap-anywhere font-medium text-13">
          {draft.name}
          {!draft.problem && (
            <span className="font-normal text-muted"> · {draft.count === 1 ? '1 caption' : `${draft.count} captions`}</span>
          )}
        </p>
        {draft.problem ? (
          <>
            <Notice tone="bad">{draft.problem}</Notice>
            <div className="flex justify-end">{discard}</div>
          </>
        ) : (
          <>
            {draft.notes.length > 0 && (
              <Notice tone="warn">
                <ul>
                  {draft.notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              </Notice>
            )}
            <CaptionFields
              values={values}
              onChange={(change) => setValues((before) => ({ ...before, ...change }))}
              problem={isTried && values.language === '' ? 'Choose a language' : undefined}
            />
            {adding.error && <Notice tone="bad">{adding.error.message}</Notice>}
            <div className="flex justify-end gap-2">
              {discard}
              <Button type="submit" size="small" kind="primary" pending={adding.isPending}>
                Add captions
              </Button>
            </div>
          </>
        )}
      </form>
    </li>
  )
}
