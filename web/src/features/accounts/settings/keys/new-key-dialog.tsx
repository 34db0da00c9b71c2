import { type RefObject, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { CopyField } from '../../../../ui/forms/copy-field.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { NewKeyForm } from './new-key-form.tsx'
import type { WantedKey } from './wanted-key.ts'

interface NewKeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: () => Promise<void>
  returnFocusTo: RefObject<HTMLElement | null>
  /** What a program asks for; undefined if nothing did. */
  wanted: WantedKey | undefined
}

/** Asks for name, scopes and end of a key, and then shows its secret. */
export function NewKeyDialog({ open, onOpenChange, onCreated, returnFocusTo, wanted }: NewKeyDialogProps) {
  const [secret, setSecret] = useState<string>()
  const change = (next: boolean) => {
    if (!next) setSecret(undefined)
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      returnFocusTo={returnFocusTo}
      title={secret ? 'Your new key' : 'New API key'}
      description={secret ? 'Copy it now: it is shown only once.' : 'For a program that works in your name.'}
    >
      {secret ? (
        <>
          <CopyField label="API key" hint="Send it as “Authorization: Bearer vf_…”. Keep it like a password." text={secret} />
          <div className="flex justify-end">
            <Button kind="primary" onClick={() => change(false)}>
              Done
            </Button>
          </div>
        </>
      ) : (
        <NewKeyForm
          wanted={wanted}
          onCreated={(made) => {
            setSecret(made)
            void onCreated()
          }}
        />
      )}
    </Dialog>
  )
}
