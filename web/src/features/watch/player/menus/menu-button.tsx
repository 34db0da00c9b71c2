import { type ComponentType, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { MenuSection } from './menu-sections.ts'
import type { PlayerMenuProps } from './player-menu.tsx'

interface MenuButtonProps {
  name: string
  className: string
  children: ReactNode
  sections: readonly MenuSection[]
  onOpenChange: (isOpen: boolean) => void
}

const load = () => import('./player-menu.tsx')
/** Loaded before it is needed. If that fails, the click tries again. */
const preload = () => void load().catch(() => undefined)

const opens = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' ' || key === 'ArrowDown'

/** A button with a menu. The menu's code is loaded when someone comes near the button, because most viewers never open one. */
export function MenuButton({ name, className, children, sections, onOpenChange }: MenuButtonProps) {
  const [Menu, setMenu] = useState<ComponentType<PlayerMenuProps>>()
  const [isOpen, setIsOpen] = useState(false)
  const [isByKeyboard, setIsByKeyboard] = useState(false)
  const change = (next: boolean) => {
    setIsOpen(next)
    if (!next) setIsByKeyboard(false)
    onOpenChange(next)
  }
  if (Menu) {
    const trigger = (
      <button type="button" aria-label={name} className={className}>
        {children}
      </button>
    )
    return <Menu trigger={trigger} sections={sections} isOpen={isOpen} isByKeyboard={isByKeyboard} onOpenChange={change} />
  }
  const open = async (byKeyboard: boolean) => {
    const loaded = await load().catch(() => undefined)
    if (!loaded) return
    setMenu(() => loaded.PlayerMenu)
    setIsByKeyboard(byKeyboard)
    change(true)
  }
  return (
    <button
      type="button"
      aria-label={name}
      aria-haspopup="menu"
      aria-expanded={false}
      className={className}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void open(false)}
      onKeyDown={(event) => {
        if (!opens(event)) return
        event.preventDefault()
        void open(true)
      }}
    >
      {children}
    </button>
  )
}
