import { Check, EllipsisVertical, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { use } from 'react'
import { OverlayContainer } from '../../../../ui/overlays/overlay-container.ts'
import { controlClass } from './control-button.tsx'
import { speedOptions } from './speeds.ts'

export interface MoreItem {
  name: string
  icon: LucideIcon
  /** For what is switched on or off. */
  isChecked?: boolean
  onSelect: () => void
}

interface MoreMenuProps {
  items: readonly MoreItem[]
  /** Where there is no space for a button of its own. */
  speed: { value: number; onChoose: (speed: number) => void } | undefined
  onOpenChange: (isOpen: boolean) => void
}

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-14 outline-none data-[highlighted]:bg-hover forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:outline-solid forced-colors:data-[highlighted]:-outline-offset-2'

/** The controls that are used less often, and those for which there is no space. */
export function MoreMenu({ items, speed, onOpenChange }: MoreMenuProps) {
  return (
    <Radix.Root modal={false} onOpenChange={onOpenChange}>
      <Radix.Trigger aria-label="More" className={controlClass}>
        <EllipsisVertical aria-hidden="true" className="size-5" />
      </Radix.Trigger>
      <Radix.Portal container={use(OverlayContainer)}>
        <Radix.Content
          align="end"
          side="top"
          sideOffset={6}
          collisionPadding={8}
          className="scheme-dark z-40 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-56 animate-rise overflow-y-auto rounded-surface border border-line bg-raised p-1.5 text-ink shadow-raised"
        >
          {items.map(({ name, icon: Icon, isChecked, onSelect }) => {
            const content = (
              <>
                <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
                <span className="flex-1">{name}</span>
                {isChecked && <Check aria-hidden="true" className="size-4" />}
              </>
            )
            return isChecked === undefined ? (
              <Radix.Item key={name} onSelect={onSelect} className={itemClass}>
                {content}
              </Radix.Item>
            ) : (
              <Radix.CheckboxItem key={name} checked={isChecked} onSelect={onSelect} className={itemClass}>
                {content}
              </Radix.CheckboxItem>
            )
          })}
          {speed && (
            <>
              <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
              <Radix.Label className="px-2.5 py-1.5 font-medium text-12 text-muted">Speed</Radix.Label>
              <Radix.RadioGroup value={String(speed.value)}>
                {speedOptions.map(({ value, name }) => (
                  <Radix.RadioItem key={value} value={value} onSelect={() => speed.onChoose(Number(value))} className={itemClass}>
                    <span className="flex-1">{name}</span>
                    <Radix.ItemIndicator>
                      <Check aria-hidden="true" className="size-4" />
                    </Radix.ItemIndicator>
                  </Radix.RadioItem>
                ))}
              </Radix.RadioGroup>
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
