import type { LucideIcon } from 'lucide-react'
import { Tooltip } from '../../../../ui/overlays/tooltip.tsx'

export const controlClass =
  'relative inline-flex h-11 min-w-11 shrink-0 items-center justify-center rounded-control text-on-stage hover:bg-on-stage/15 focus-visible:-outline-offset-2'

interface ControlButtonProps {
  name: string
  /** The key that does the same. */
  shortcut?: string
  icon: LucideIcon
  isPressed?: boolean
  onClick: () => void
}

/** A button of the control bar. */
export const ControlButton = ({ name, shortcut, icon: Icon, isPressed, onClick }: ControlButtonProps) => (
  <Tooltip text={shortcut ? `${name} (${shortcut})` : name}>
    <button type="button" aria-label={name} aria-pressed={isPressed} onClick={onClick} className={controlClass}>
      <Icon aria-hidden="true" className="size-5" />
    </button>
  </Tooltip>
)
