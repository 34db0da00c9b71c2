import { useMutation } from '@tanstack/react-query'
import type { DuplicateOf } from '@video-forge/contract/metadata'
import { sentences } from '@video-forge/contract/sentences'
import { useEffect, useRef } from 'react'
import { formatName } from '../../jobs-view/status-labels.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { discardDuplicate, keepBoth } from '../../uploads-view/queue/duplicates.ts'
import type { Upload } from '../../uploads-view/queue/upload-store.ts'
import { startButtonId } from './details-form.tsx'

/** For an upload whose file is one of the person's videos already. Nothing of it is published before they decide. */
export function DuplicateNotice({ upload, of }: { upload: Upload; of: DuplicateOf }) {
  const discarding = useMutation({
    mutationFn: () => discardDuplicate(upload.id),
    onError: (error) => showToast('bad', sentences.deleteFailed(error.message)),
  })
  const notice = useRef<HTMLDivElement>(null)
  // It appears above the form when the bytes have arrived. In a page that is scrolled, the browser keeps the form in its place, and the notice out of view.
  useEffect(() => void notice.current?.scrollIntoView?.({ block: 'nearest' }), [])
  const keep = () => {
    keepBoth(upload.id)
    // The pressed button is gone; this is the next step.
    document.getElementById(startButtonId)?.focus()
  }
  return (
    <div ref={notice} className="scroll-mt-20">
      <Notice tone="warn" title="You have this already">
        <div className="flex flex-col gap-3">
          <p className="break-words">
            This file is the same as that of "{of.title}"{of.formats.length > 0 && ` (${of.formats.map(formatName).join(', ')})`}.
          </p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={`/video/${of.id}`} size="small">
              Open that video
            </ButtonLink>
            <Button size="small" disabled={discarding.isPending} onClick={keep}>
              Keep both
            </Button>
            <Button size="small" pending={discarding.isPending} onClick={() => discarding.mutate()}>
              Discard this upload
            </Button>
          </div>
        </div>
      </Notice>
    </div>
  )
}
