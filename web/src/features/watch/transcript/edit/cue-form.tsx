import { ListPlus, Merge, Play, Split, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { TextArea } from '../../../../ui/forms/text-input.tsx'
import { CommandButton, type EditorAction } from './command-button.tsx'
import { maxTextLength } from './cues/cue-changes.ts'
import type { EditCue } from './cues/edit-cue.ts'
import type { Place } from './cues/edit-state.ts'
import { endLimits, startLimits } from './cues/edit-times.ts'
import type { EditorCommand } from './editor-keys.ts'
import { TimeField } from './time-field.tsx'

const actions: readonly EditorAction[] = [
  { command: 'play', name: 'Play this caption', keys: 'Ctrl+Space', icon: Play },
  { command: 'split', name: 'Split at the caret', keys: 'Ctrl+Enter', icon: Split },
  { command: 'join', name: 'Join with the caption before', keys: 'Ctrl+Backspace', icon: Merge },
  { command: 'add', name: 'Add a caption after this one', keys: 'Alt+Enter', icon: ListPlus },
  { command: 'remove', name: 'Delete this caption', keys: 'Ctrl+Shift+Backspace', icon: Trash2 },
]

interface CueFormProps {
  cues: readonly EditCue[]
  index: number
  cue: EditCue
  place: Place
  currentTime: () => number
  onText: (text: string) => void
  onTime: (change: { start?: number; end?: number }) => void
  onCommand: (command: EditorCommand) => void
}

/** The caption in edit: the only one with a text area. */
export function CueForm({ cues, index, cue, place, currentTime, onText, onTime, onCommand }: CueFormProps) {
  const text = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = text.current
    if (!area) return
    area.focus()
    const caret = place.caret === 'end' ? area.value.length : place.caret
    area.setSelectionRange(caret, caret)
  }, [place])
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows stand in blocks, which an ol must not have
    <div role="listitem" className="flex flex-col gap-2 rounded-control border border-control bg-surface p-2">
      <div className="flex gap-2">
        {(['start', 'end'] as const).map((name) => (
          <TimeField
            key={name}
            name={name}
            value={cue[name]}
            limits={name === 'start' ? startLimits(cues, index) : endLimits(cues, index)}
            currentTime={currentTime}
            onChange={(time) => onTime({ [name]: time })}
          />
        ))}
      </div>
      <TextArea
        ref={text}
        dir="auto"
        aria-label={`Text of caption ${index + 1} of ${cues.length}`}
        data-cue-text=""
        rows={Math.max(2, cue.text.split('\n').length)}
        maxLength={maxTextLength}
        value={cue.text}
        onChange={(event) => onText(event.target.value)}
        enterKeyHint="next"
        className="field-sizing-content"
      />
      <div className="flex flex-wrap gap-1">
        {actions.map((action) => (
          <CommandButton key={action.command} action={action} isOff={action.command === 'join' && index === 0} onCommand={onCommand} />
        ))}
      </div>
    </div>
  )
}
