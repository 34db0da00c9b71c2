import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../class-names.ts'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  header?: ReactNode
  /**
   * `onSelect` gets the menu's button, so that a dialog can return the focus to it. `blocked` says why an item cannot be
   * chosen now; the item stays reachable by keyboard, so that everyone can read the reason. `checked` marks one of several choices.
   */
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

interface MenuItem {
  name: string
  icon: LucideIcon
  onSelect: (button: HTMLElement | null) => void
  blocked?: string | undefined
  checked?: boolean
  hint?: string
}

/**
 * Not modal, because the modal kind injects a style element to lock scrolling, which the content security policy forbids.
 * Not in a portal, so that it stays in the landmark of its button.
 */
export function Menu({ trigger, header, items, align = 'end' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Content
        align={align}
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
        {items.map(({ name, icon: Icon, onSelect, blocked, checked, hint }) => (
          <Radix.Item
            key={name}
            {...(checked !== undefined && { role: 'menuitemradio', 'aria-checked': checked })}
            aria-disabled={blocked !== undefined || undefined}
            onSelect={(event) => (blocked === undefined ? onSelect(button.current) : event.preventDefault())}
            className={classNames(
              'flex min-h-10 items-center gap-2.5 rounded-control px-2.5 outline-none data-[highlighted]:bg-hover forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:outline-solid forced-colors:data-[highlighted]:-outline-offset-2',
              blocked === undefined ? 'cursor-pointer' : 'cursor-not-allowed text-muted',
              (blocked ?? hint) !== undefined && 'py-1.5',
            )}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="flex flex-col text-left">
              {name}
              {hint !== undefined && <span className="max-w-56 text-12 text-muted">{hint}</span>}
              {blocked !== undefined && <span className="max-w-56 text-12">{blocked}</span>}
            </span>
            {checked && <Check aria-hidden="true" className="ml-auto size-4 shrink-0" />}
          </Radix.Item>
        ))}
      </Radix.Content>
    </Radix.Root>
  )
}
