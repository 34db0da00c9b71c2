import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../class-names.ts'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  header?: ReactNode
  /**
   * `onSelect` gets the menu's button, so that a dialog can return the focus to it. `blocked` says why an item cannot be
   * chosen now; the item stays reachable by keyboard, so that everyone can read the reason.
   */
  items: readonly { name: string; icon: LucideIcon; onSelect: (button: HTMLElement | null) => void; blocked?: string | undefined }[]
}

/**
 * Not modal, because the modal kind injects a style element to lock scrolling, which the content security policy forbids.
 * Not in a portal, so that it stays in the landmark of its button.
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
              'flex min-h-10 items-center gap-2.5 rounded-control px-2.5 outline-none data-[highlighted]:bg-hover forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:outline-solid forced-colors:data-[highlighted]:-outline-offset-2',
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
