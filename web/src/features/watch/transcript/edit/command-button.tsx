import type { LucideIcon } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import type { EditorCommand } from './editor-keys.ts'

/** A command that has a button. */
export interface EditorAction {
  command: EditorCommand
  name: string
  keys?: string
  icon: LucideIcon
}

interface CommandButtonProps {
  action: EditorAction
  isOff?: boolean
  onCommand: (command: EditorCommand) => void
}

export const CommandButton = ({ action: { command, name, keys, icon: Icon }, isOff = false, onCommand }: CommandButtonProps) => (
  <Button
    size="small-icon"
    kind="quiet"
    aria-label={name}
    title={keys ? `${name} (${keys})` : name}
    disabled={isOff}
    onClick={() => onCommand(command)}
  >
    <Icon aria-hidden="true" className="size-4" />
  </Button>
)
