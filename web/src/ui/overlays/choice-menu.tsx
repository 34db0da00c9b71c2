import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, use } from 'react'
import { OverlayContainer } from './overlay-container.ts'

interface ChoiceMenuProps<Value extends string> {
  /** The button that opens the menu. */
  trigger: ReactNode
  label: string
  side?: 'top' | 'bottom'
  value: Value | undefined
  options: readonly { value: Value; name: string; hint?: string }[]
  onValueChange: (value: Value) => void
  onOpenChange: (isOpen: boolean) => void
}

/** One of several options behind a button on a video. Not modal, for the reason given in menu.tsx. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { trigger, label, side, value, options, onValueChange, onOpenChange } = props
  return (
    <Radix.Root modal={false} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={use(OverlayContainer)}>
        <Radix.Content
          align="end"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="scheme-dark z-40 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-56 animate-rise overflow-y-auto rounded-surface border border-line bg-raised p-1.5 text-ink shadow-raised"
        >
          <Radix.Label className="px-2.5 py-1.5 font-medium text-12 text-muted">{label}</Radix.Label>
          <Radix.RadioGroup value={value ?? ''}>
            {options.map((option) => (
              <Radix.RadioItem
                key={option.value}
                value={option.value}
                onSelect={() => onValueChange(option.value)}
                className="flex h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-14 outline-none data-[highlighted]:bg-hover forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:outline-solid forced-colors:data-[highlighted]:-outline-offset-2"
              >
                <span className="flex size-4 items-center justify-center">
                  <Radix.ItemIndicator>
                    <Check aria-hidden="true" className="size-4" />
                  </Radix.ItemIndicator>
                </span>
                <span className="flex-1 font-medium">{option.name}</span>
                {option.hint && <span className="pl-4 text-12 text-muted tabular-nums">{option.hint}</span>}
              </Radix.RadioItem>
            ))}
          </Radix.RadioGroup>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
