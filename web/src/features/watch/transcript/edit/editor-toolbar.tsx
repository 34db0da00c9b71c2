import { type LucideIcon, Plus, Redo2, Undo2 } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import type { EditorCommand } from './editor-keys.ts'
import type { SaveState } from './saving/autosave.ts'
import { SaveWord } from './saving/save-status.tsx'

const tools: readonly { command: EditorCommand; name: string; keys?: string; icon: LucideIcon }[] = [
  { command: 'undo', name: 'Undo', keys: 'Ctrl+Z', icon: Undo2 },
  { command: 'redo', name: 'Redo', keys: 'Ctrl+Shift+Z', icon: Redo2 },
  { command: 'add', name: 'Add a caption', icon: Plus },
]

interface EditorToolbarProps {
  state: SaveState
  isLeaving: boolean
  onCommand: (command: EditorCommand) => void
}

export const EditorToolbar = ({ state, isLeaving, onCommand }: EditorToolbarProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <SaveWord state={state} />
    <span className="flex-1" />
    {tools.map(({ command, name, keys, icon: Icon }) => (
      <Button
        key={command}
        size="small-icon"
        kind="quiet"
        aria-label={name}
        title={keys ? `${name} (${keys})` : name}
        onClick={() => onCommand(command)}
      >
        <Icon aria-hidden="true" className="size-4" />
      </Button>
    ))}
    <Button size="small" kind="primary" pending={isLeaving} onClick={() => onCommand('leave')}>
      Done
    </Button>
  </div>
)
