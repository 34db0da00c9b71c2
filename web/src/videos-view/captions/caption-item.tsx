import type { Caption } from '@video-forge/contract/captions'
import type { CaptionSource } from '@video-forge/contract/captions/caption-rules'
import { languageName } from '@video-forge/contract/captions/languages'
import { captionFormats } from '@video-forge/contract/captions/write-captions'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { CaptionFields } from './caption-fields.tsx'
import { useCaptionChanges } from './use-caption-changes.ts'

const sourceNames: Record<CaptionSource, string | undefined> = {
  uploaded: undefined,
  embedded: 'From the video file',
  automatic: 'Automatic',
}

interface CaptionItemProps {
  videoId: string
  caption: Caption
  /** Its buttons are gone then. */
  onDeleted: () => void
}

export function CaptionItem({ videoId, caption, onDeleted }: CaptionItemProps) {
  const { label, language, source, isDefault, isReviewed } = caption
  const [isOpen, setOpen] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)
  const name = languageName(language)
  const close = () => {
    setOpen(false)
    changeButton.current?.focus()
  }
  return (
    <li className="flex flex-col gap-3 rounded-control border border-line p-3">
      <div className="flex items-center gap-2">
        <p className="wrap-anywhere flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{label}</span>
          {label !== name && <span className="text-13 text-muted">{name}</span>}
          {isDefault && <Badge>Default</Badge>}
          {isReviewed ? <Badge>Reviewed</Badge> : sourceNames[source] && <Badge>{sourceNames[source]}</Badge>}
        </p>
        <Button
          ref={changeButton}
          size="small-icon"
          kind="quiet"
          aria-label={`Change ${label}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Pencil aria-hidden="true" className="size-4" />
        </Button>
        <DeleteButton videoId={videoId} caption={caption} onDeleted={onDeleted} />
      </div>
      {isOpen && <ChangeForm videoId={videoId} caption={caption} onDone={close} />}
    </li>
  )
}

function ChangeForm({ videoId, caption, onDone }: { videoId: string; caption: Caption; onDone: () => void }) {
  const [values, setValues] = useState({ language: caption.language, label: caption.label, isDefault: caption.isDefault })
  const { changing } = useCaptionChanges(videoId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!changing.isPending) changing.mutate({ captionId: caption.id, body: values }, { onSuccess: onDone })
  }
  return (
    <form noValidate aria-label={`Change ${caption.label}`} onSubmit={submit} className="flex flex-col gap-3">
      <CaptionFields values={values} onChange={(change) => setValues((before) => ({ ...before, ...change }))} />
      {changing.error && <Notice tone="bad">{changing.error.message}</Notice>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex items-center gap-1 text-13 text-muted">
          Save as
          {captionFormats.map(
            (format) =>
              caption.downloads && (
                <a key={format} href={caption.downloads[format]} download="" className={buttonClass('quiet', 'small')}>
                  {format.toUpperCase()}
                </a>
              ),
          )}
        </p>
        <Button type="submit" size="small" kind="primary" pending={changing.isPending}>
          Apply
        </Button>
      </div>
    </form>
  )
}

function DeleteButton({ videoId, caption, onDeleted }: CaptionItemProps) {
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { deleting } = useCaptionChanges(videoId)
  return (
    <>
      <Button ref={button} size="small-icon" kind="quiet" aria-label={`Delete ${caption.label}`} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete the captions "${caption.label}"?`}
        description="Viewers cannot choose them any more. Save them first if you may need them again."
        confirm="Delete"
        destructive
        pending={deleting.isPending}
        returnFocusTo={button}
        onConfirm={() =>
          deleting.mutate(caption.id, {
            onSuccess: () => {
              setAsking(false)
              onDeleted()
            },
          })
        }
      >
        {deleting.error && <Notice tone="bad">{deleting.error.message}</Notice>}
      </AlertDialog>
    </>
  )
}
