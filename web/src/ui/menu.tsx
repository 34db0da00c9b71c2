import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'

interface MenuProps {
  /** A button; the menu opens under it. */
  trigger: ReactNode
  header?: ReactNode
  /** A choice hears which button the menu hangs on: what it opens gives the focus back there. */
  items: readonly { name: string; icon: LucideIcon; onSelect: (button: HTMLElement | null) => void }[]
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
        {items.map(({ name, icon: Icon, onSelect }) => (
          <Radix.Item
            key={name}
            onSelect={() => onSelect(button.current)}
            className="flex h-10 cursor-pointer items-center gap-2.5 rounded-control px-2.5 outline-none data-[highlighted]:bg-hover"
          >
            <Icon aria-hidden="true" className="size-4 text-muted" />
            {name}
          </Radix.Item>
        ))}
      </Radix.Content>
    </Radix.Root>
  )
}
