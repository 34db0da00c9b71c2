import { type ReactNode, type RefObject, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

export interface NewSecretProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: () => Promise<void>
  returnFocusTo: RefObject<HTMLElement | null>
}

interface MadeOnceDialogProps<Made> extends NewSecretProps {
  /** The words above the form and above what was made. */
  words: (made: Made | undefined) => { title: string; description: string }
  form: (onCreated: (made: Made) => void) => ReactNode
  /** What is shown of it, this once. */
  result: (made: Made) => ReactNode
}

/** Asks for what is needed to make a secret, and then shows it until it is closed. */
export function MadeOnceDialog<Made>({ words, form, result, open, onOpenChange, onCreated, returnFocusTo }: MadeOnceDialogProps<Made>) {
  const [made, setMade] = useState<Made>()
  const change = (next: boolean) => {
    if (!next) setMade(undefined)
    onOpenChange(next)
  }
  const show = (next: Made) => {
    setMade(next)
    void onCreated()
  }
  return (
    <Dialog open={open} onOpenChange={change} returnFocusTo={returnFocusTo} {...words(made)}>
      {made === undefined ? (
        form(show)
      ) : (
        <>
          {result(made)}
          <div className="flex justify-end">
            <Button kind="primary" onClick={() => change(false)}>
              Done
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
