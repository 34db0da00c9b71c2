import { Plus, Redo2, Undo2 } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { CommandButton, type EditorAction } from './command-button.tsx'
import type { EditorCommand } from './editor-keys.ts'
import type { SaveState } from './saving/autosave.ts'
import { SaveWord } from './saving/save-status.tsx'

const tools: readonly EditorAction[] = [
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
    {tools.map((action) => (
      <CommandButton key={action.command} action={action} onCommand={onCommand} />
    ))}
    <Button size="small" kind="primary" pending={isLeaving} onClick={() => onCommand('leave')}>
      Done
    </Button>
  </div>
)
