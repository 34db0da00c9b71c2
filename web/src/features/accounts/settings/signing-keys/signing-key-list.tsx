import type { SigningKey } from '@video-forge/contract/protection/protection'
import { FileKey2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatLongDate } from '../../../../format/dates.ts'
import { call } from '../../../../session/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { Badge } from '../../../../ui/feedback/badge.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { AlertDialog } from '../../../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../../../ui/overlays/toast-store.ts'
import { useSubmission } from '../../use-submission.ts'
import { LoadedSetting } from '../loaded-setting.tsx'
import { NewSigningKeyDialog } from './new-signing-key-dialog.tsx'
import { useReloadSigningKeys, useSigningKeys } from './signing-key-queries.ts'

export function SigningKeyList() {
  const keys = useSigningKeys()
  const reload = useReloadSigningKeys()
  const [isCreating, setCreating] = useState(false)
  const [chosen, setChosen] = useState<SigningKey>()
  const create = useRef<HTMLButtonElement>(null)
  const deleting = useSubmission([], 'The key could not be deleted. Please try again.')

  const remove = ({ id, name }: SigningKey) =>
    deleting.run(async () => {
      await call('DELETE /account/signing-keys/{id}', { params: { id } })
      await reload()
      setChosen(undefined)
      showToast('good', `The signing key “${name}” is deleted.`)
    })

  return (
    <LoadedSetting query={keys} skeleton="h-24">
      {(listed) => (
        <>
          {listed.length > 0 && (
            <ul aria-label="Your signing keys" className="flex flex-col divide-y divide-line">
              {listed.map((key) => (
                <SigningKeyRow key={key.id} signingKey={key} onDelete={() => setChosen(key)} />
              ))}
            </ul>
          )}
          {listed.length === 0 && (
            <p className="text-muted">
              No signing keys yet. With one, your own server decides who watches your private videos, and until when.
            </p>
          )}
          <div className="flex justify-end">
            <Button ref={create} onClick={() => setCreating(true)}>
              New signing key
            </Button>
          </div>
          <NewSigningKeyDialog open={isCreating} onOpenChange={setCreating} onCreated={reload} returnFocusTo={create} />
          <AlertDialog
            open={chosen !== undefined}
            onOpenChange={() => {
              deleting.clear()
              setChosen(undefined)
            }}
            returnFocusTo={create}
            title={`Delete “${chosen?.name ?? ''}”?`}
            description="The playback tokens that it has signed open nothing from now on. This cannot be undone."
            confirm="Delete"
            destructive
            pending={deleting.pending}
            onConfirm={() => chosen && void remove(chosen)}
          >
            {deleting.failure && <Notice tone="bad">{deleting.failure}</Notice>}
          </AlertDialog>
        </>
      )}
    </LoadedSetting>
  )
}

function SigningKeyRow({ signingKey: { id, name, algorithm, createdAt }, onDelete }: { signingKey: SigningKey; onDelete: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <FileKey2 aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium">{name}</span>
          <Badge tone="neutral">{algorithm}</Badge>
        </span>
        <span className="text-13 text-muted">
          kid <code className="break-all">{id}</code> · created {formatLongDate(createdAt)}
        </span>
      </div>
      <Button size="small" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </li>
  )
}
