import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../class-names.ts'

interface MenuProps {
  /** A button; the menu opens under it. */
  trigger: ReactNode
  header?: ReactNode
  /**
   * A choice hears which button the menu hangs on: what it opens gives the focus back there. `blocked` says why it cannot be chosen
   * now; it can still be reached by keyboard, so that everybody can read why.
   */
  items: readonly { name: string; icon: LucideIcon; onSelect: (button: HTMLElement | null) => void; blocked?: string | undefined }[]
}

/**
 * Not modal: the modal kind locks scrolling with an injected style element, which the policy forbids. Not in a portal: so it
 * stays in the landmark of its button; its fixed position keeps it from being cut off.
 */
export function Menu({ trigger, header, items }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-40 min-w-56 animate-rise rounded-surface border border-line bg-raised p-1.5 shadow-raised"
      >
        {header && (
          <>
            <div className="px-2.5 py-2">{header}</div>
            <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
          </>
        )}
        {items.map(({ name, icon: Icon, onSelect, blocked }) => (
          <Radix.Item
            key={name}
            aria-disabled={blocked !== undefined || undefined}
            onSelect={(event) => (blocked === undefined ? onSelect(button.current) : event.preventDefault())}
            className={classNames(
              'flex min-h-10 items-center gap-2.5 rounded-control px-2.5 outline-none data-[highlighted]:bg-hover',
              blocked === undefined ? 'cursor-pointer' : 'cursor-not-allowed py-1.5 text-muted',
            )}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="flex flex-col text-left">
              {name}
              {blocked !== undefined && <span className="max-w-56 text-12">{blocked}</span>}
            </span>
          </Radix.Item>
        ))}
      </Radix.Content>
    </Radix.Root>
  )
}
