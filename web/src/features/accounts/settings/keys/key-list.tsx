import type { Key } from '@video-forge/contract/accounts/keys'
import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { endOf, KeyScopes, lastUseOf } from '../../../../keys-view/key-facts.tsx'
import { call } from '../../../../session/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { AlertDialog } from '../../../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../../../ui/overlays/toast-store.ts'
import { useSubmission } from '../../use-submission.ts'
import { LoadedSetting } from '../loaded-setting.tsx'
import { useKeys, useReloadKeys } from './key-queries.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { forgetWantedKey, wantedKey } from './wanted-key.ts'

export function KeyList() {
  const keys = useKeys()
  const reload = useReloadKeys()
  const [wanted, setWanted] = useState(wantedKey)
  const [isCreating, setCreating] = useState(wanted !== undefined)
  const [revoked, setRevoked] = useState<Key>()
  const create = useRef<HTMLButtonElement>(null)
  const revoking = useSubmission([], 'The key could not be revoked. Please try again.')

  const revoke = ({ id, name }: Key) =>
    revoking.run(async () => {
      await call('DELETE /account/keys/{id}', { params: { id } })
      await reload()
      setRevoked(undefined)
      showToast('good', `The key “${name}” is revoked.`)
    })

  const changeCreating = (next: boolean) => {
    setCreating(next)
    if (next) return
    setWanted(undefined)
    forgetWantedKey()
  }
  const showCreated = () => {
    forgetWantedKey()
    return reload()
  }

  return (
    <LoadedSetting query={keys} skeleton="h-24">
      {(listed) => (
        <>
          {listed.length > 0 && (
            <ul aria-label="Your API keys" className="flex flex-col divide-y divide-line">
              {listed.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoked(key)} />
              ))}
            </ul>
          )}
          {listed.length === 0 && <p className="text-muted">No keys yet. A key lets a script upload or fetch videos in your name.</p>}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <a href="/docs" className="flex min-h-11 items-center text-13 underline underline-offset-2">
              Documentation for developers
            </a>
            <Button ref={create} onClick={() => setCreating(true)}>
              New key
            </Button>
          </div>
          <NewKeyDialog open={isCreating} onOpenChange={changeCreating} onCreated={showCreated} returnFocusTo={create} wanted={wanted} />
          <AlertDialog
            open={revoked !== undefined}
            onOpenChange={() => {
              revoking.clear()
              setRevoked(undefined)
            }}
            returnFocusTo={create}
            title={`Revoke “${revoked?.name ?? ''}”?`}
            description="Programs that use it are refused from now on. This cannot be undone."
            confirm="Revoke"
            destructive
            pending={revoking.pending}
            onConfirm={() => revoked && void revoke(revoked)}
          >
            {revoking.failure && <Notice tone="bad">{revoking.failure}</Notice>}
          </AlertDialog>
        </>
      )}
    </LoadedSetting>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: Key; onRevoke: () => void }) {
  const { name, prefix } = apiKey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium">{name}</span>
          <KeyScopes {...apiKey} />
        </span>
        <span className="text-13 text-muted">
          <code>{prefix}…</code> · {lastUseOf(apiKey)}, {endOf(apiKey)}
        </span>
      </div>
      <Button size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}
