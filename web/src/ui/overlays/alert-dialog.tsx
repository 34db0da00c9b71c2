import { AlertDialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../button.tsx'
import { panelClass, Scrim } from './dialog.tsx'

interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  confirm: string
  /** Something will be deleted for good. */
  destructive?: boolean
  pending?: boolean
  /** Where the focus goes on closing, when what opened it no longer exists by then. */
  returnFocusTo?: RefObject<HTMLElement | null>
  onConfirm: () => void
  /** Under the description: a list, or a field to fill in first. */
  children?: ReactNode
  /** It cannot be confirmed yet. */
  blocked?: boolean
}

/** Asks before something that cannot be undone. The caller closes it once the work is done. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  confirm,
  destructive,
  pending = false,
  returnFocusTo,
  onConfirm,
  children,
  blocked = false,
}: AlertDialogProps) {
  const opener = useRef<Element>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          aria-modal="true"
          className={panelClass}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            const field = fieldIn(event.currentTarget)
            if (!field) return
            event.preventDefault()
            field.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!takesFocus(opener.current)) returnFocusTo?.current?.focus()
            opener.current = null
          }}
        >
          <div className="flex flex-col gap-1">
            <Radix.Title className="font-semibold text-20">{title}</Radix.Title>
            <Radix.Description className="text-muted">{description}</Radix.Description>
          </div>
          {children}
          <div className="flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>Cancel</Button>
            </Radix.Cancel>
            <Button kind={destructive ? 'danger' : 'primary'} pending={pending} disabled={blocked} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** What has to be filled in comes first; without it the focus is on 'Cancel'. */
const fieldIn = (dialog: EventTarget | null): HTMLElement | null =>
  dialog instanceof HTMLElement ? dialog.querySelector<HTMLElement>('input:not([aria-hidden]), select, textarea') : null

/** Focuses what opened the dialog. False if it is gone or disabled, or if there was none. */
function takesFocus(opener: Element | null): boolean {
  if (!(opener instanceof HTMLElement) || opener === document.body) return false
  opener.focus()
  return document.activeElement === opener
}
