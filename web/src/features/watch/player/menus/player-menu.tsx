import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, use } from 'react'
import { OverlayContainer } from '../../../../ui/overlays/overlay-container.ts'
import type { MenuSection } from './menu-sections.ts'

export interface PlayerMenuProps {
  trigger: ReactNode
  sections: readonly MenuSection[]
  isOpen: boolean
  /** A key opened it before its code was there, so the library does not know to focus the first item. */
  isByKeyboard: boolean
  onOpenChange: (isOpen: boolean) => void
}

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-14 outline-none data-[highlighted]:bg-hover forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:outline-solid forced-colors:data-[highlighted]:-outline-offset-2'

/** A menu of the player, dark like the picture. Not modal, for the reason given in ui/overlays/menu.tsx. */
export const PlayerMenu = ({ trigger, sections, isOpen, isByKeyboard, onOpenChange }: PlayerMenuProps) => (
  <Radix.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal container={use(OverlayContainer)}>
      <Radix.Content
        align="end"
        side="top"
        sideOffset={6}
        collisionPadding={8}
        onFocus={({ target, currentTarget }) => {
          if (isByKeyboard && target === currentTarget) currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
        }}
        className="scheme-dark z-40 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-56 animate-rise overflow-y-auto rounded-surface border border-line bg-raised p-1.5 text-ink shadow-raised"
      >
        {sections.map((section, index) => (
          <div key={section.kind === 'choice' ? section.label : section.kind}>
            {index > 0 && <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-line" />}
            {section.kind === 'choice' ? <Choice {...section} /> : <Actions {...section} />}
          </div>
        ))}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

const Choice = ({ label, value, options, onChoose }: Extract<MenuSection, { kind: 'choice' }>) => (
  <>
    <Radix.Label className="px-2.5 py-1.5 font-medium text-12 text-muted">{label}</Radix.Label>
    <Radix.RadioGroup value={value ?? ''} aria-label={label}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} onSelect={() => onChoose(option.value)} className={itemClass}>
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
  </>
)

const Actions = ({ actions }: Extract<MenuSection, { kind: 'actions' }>) =>
  actions.map(({ name, icon: Icon, isChecked, onSelect }) => {
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
  })
