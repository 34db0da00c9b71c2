import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../button.tsx'
import { focusInstead, panelClass, Scrim } from './dialog.tsx'

interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  confirm: string
  /** Something will be deleted for good. */
  destructive?: boolean
  pending?: boolean
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
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content aria-modal="true" className={panelClass} onCloseAutoFocus={focusInstead(returnFocusTo)}>
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
