import type { LucideIcon } from 'lucide-react'
import { classNames } from '../../../../ui/class-names.ts'

export const controlClass =
  'group/control relative inline-flex h-11 min-w-11 shrink-0 items-center justify-center rounded-control text-on-stage hover:bg-on-stage/15 focus-visible:-outline-offset-2'

interface ControlButtonProps {
  name: string
  /** The key that does the same. */
  shortcut?: string
  icon: LucideIcon
  isPressed?: boolean
  /** The side of the bar, so that its name stays inside the picture. */
  side: 'left' | 'right'
  onClick: () => void
}

/** A button of the control bar. Its name is shown by style alone: a tooltip in a portal costs a library and is lost in full screen. */
export const ControlButton = ({ name, shortcut, icon: Icon, isPressed, side, onClick }: ControlButtonProps) => (
  <button type="button" aria-label={name} aria-pressed={isPressed} onClick={onClick} className={controlClass}>
    <Icon aria-hidden="true" className="size-5" />
    <span
      aria-hidden="true"
      className={classNames(
        'pointer-events-none invisible absolute bottom-full mb-1 whitespace-nowrap rounded-[6px] bg-stage/85 px-2 py-1 text-12 opacity-0 transition-opacity delay-300 group-hover/control:visible group-hover/control:opacity-100 group-focus-visible/control:visible group-focus-visible/control:opacity-100 pointer-coarse:hidden forced-colors:border',
        side === 'left' ? 'left-0' : 'right-0',
      )}
    >
      {shortcut ? `${name} (${shortcut})` : name}
    </span>
  </button>
)
