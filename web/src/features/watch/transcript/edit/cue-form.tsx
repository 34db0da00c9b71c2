import { ListPlus, Merge, Play, Split, Trash2 } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/forms/text-input.tsx'
import { maxTextLength } from './cues/cue-changes.ts'
import type { EditCue } from './cues/edit-cue.ts'
import type { Place } from './cues/edit-state.ts'
import { endLimits, startLimits } from './cues/edit-times.ts'
import type { EditorCommand } from './editor-keys.ts'
import { TimeField } from './time-field.tsx'

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
        <TimeField
          name="start"
          value={cue.start}
          limits={startLimits(cues, index)}
          currentTime={currentTime}
          onChange={(start) => onTime({ start })}
        />
        <TimeField
          name="end"
          value={cue.end}
          limits={endLimits(cues, index)}
          currentTime={currentTime}
          onChange={(end) => onTime({ end })}
        />
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
        <Action name="Play this caption" keys="Ctrl+Space" onClick={() => onCommand('play')}>
          <Play aria-hidden="true" className="size-4" />
        </Action>
        <Action name="Split at the caret" keys="Ctrl+Enter" onClick={() => onCommand('split')}>
          <Split aria-hidden="true" className="size-4" />
        </Action>
        <Action name="Join with the caption before" keys="Ctrl+Backspace" isOff={index === 0} onClick={() => onCommand('join')}>
          <Merge aria-hidden="true" className="size-4" />
        </Action>
        <Action name="Add a caption after this one" keys="Alt+Enter" onClick={() => onCommand('add')}>
          <ListPlus aria-hidden="true" className="size-4" />
        </Action>
        <Action name="Delete this caption" keys="Ctrl+Shift+Backspace" onClick={() => onCommand('remove')}>
          <Trash2 aria-hidden="true" className="size-4" />
        </Action>
      </div>
    </div>
  )
}

interface ActionProps {
  name: string
  keys: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}

const Action = ({ name, keys, isOff = false, onClick, children }: ActionProps) => (
  <Button size="small-icon" kind="quiet" aria-label={name} title={`${name} (${keys})`} disabled={isOff} onClick={onClick}>
    {children}
  </Button>
)
