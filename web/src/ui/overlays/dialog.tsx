import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, use } from 'react'
import { buttonClass } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { OverlayContainer } from './overlay-container.ts'

/** Radix's own overlay injects a style element to lock scrolling, so this one replaces it and base.css has the lock. */
export const Scrim = () => <div data-locks-scroll="" className="fixed inset-0 z-40 animate-fade bg-scrim" />

export const panelClass =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-md -translate-x-1/2 -translate-y-1/2 animate-fade flex-col gap-4 overflow-y-auto scroll-pb-24 rounded-surface border border-line bg-raised p-6 shadow-raised outline-none'

const focusInstead = (target: RefObject<HTMLElement | null> | undefined) => (event: Event) => {
  if (!target) return
  event.preventDefault()
  target.current?.focus()
}

/** Where people write or choose something, as opposed to what is only shown. */
const fields = 'input:not([readonly], [type=checkbox], [type=radio], [type=file]), textarea:not([readonly]), select'

/** Begins at the field that comes first, if one does. Otherwise the close button has the focus, which stands before everything else. */
function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return
  const controls = event.currentTarget.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select')
  const [, first] = [...controls].filter((control) => control.tabIndex >= 0 && !control.matches(':disabled'))
  if (!first?.matches(fields)) return
  event.preventDefault()
  first.focus()
}

/** Escape closes an open list of suggestions first, and the dialog the next time. */
function keepOverList(event: Event): void {
  if (document.activeElement?.matches('[role=combobox][aria-expanded=true]')) event.preventDefault()
}

const CloseButton = ({ className }: { className?: string }) => (
  <Radix.Close aria-label="Close" className={classNames(buttonClass('quiet', 'icon'), className)}>
    <X aria-hidden="true" className="size-5" />
  </Radix.Close>
)

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  /** Where the focus goes on closing, when the opener no longer exists by then, like a menu item. */
  returnFocusTo?: RefObject<HTMLElement | null>
  children: ReactNode
}

export function Dialog({ open, onOpenChange, title, description, returnFocusTo, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal container={use(OverlayContainer)}>
        <Scrim />
        <Radix.Content
          aria-modal="true"
          className={panelClass}
          onEscapeKeyDown={keepOverList}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={focusInstead(returnFocusTo)}
        >
          <div className="flex items-start justify-between gap-4">
            <div className="flex flex-col gap-1">
              <Radix.Title className="font-semibold text-20">{title}</Radix.Title>
              <Radix.Description className="text-muted">{description}</Radix.Description>
            </div>
            <CloseButton className="-mt-1 -mr-2" />
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A dialog at the edge of the screen, for the navigation on phones. */
export function Sheet({ open, onOpenChange, title, children }: Omit<DialogProps, 'description' | 'returnFocusTo'>) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          aria-modal="true"
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-50 flex w-72 max-w-[85vw] animate-slide flex-col gap-2 overflow-y-auto border-line border-l bg-raised p-4 shadow-raised outline-none"
        >
          <div className="flex items-center justify-between pl-3">
            <Radix.Title className="font-semibold text-16">{title}</Radix.Title>
            <CloseButton />
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
