import type { Caption } from '@video-forge/contract/captions'
import type { Output } from '@video-forge/contract/endpoints'
import { type KeyboardEvent, useRef } from 'react'
import { usePlayback } from '../../playback/playback-context.ts'
import { usePlayedCue } from '../use-played-cue.ts'
import { CueForm } from './cue-form.tsx'
import { EditorHelp } from './editor-help.tsx'
import { type EditorCommand, editorCommand } from './editor-keys.ts'
import { blocksOf, EditorRows } from './editor-rows.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import { SaveProblem } from './saving/save-status.tsx'
import { useTranscriptEditing } from './use-transcript-editing.ts'

interface EditedTranscriptProps {
  videoId: string
  caption: Caption
  loaded: Output<'GET /gallery/videos/{id}/transcript'>
  onDone: () => void
  onLoadAgain: () => void
}

/** Work in the text alone: Enter in a field of time or on a button has its own meaning. */
const textCommands = new Set(['next', 'split', 'join', 'add', 'remove'])

function runKey(event: KeyboardEvent, run: (command: EditorCommand, caret?: number) => void): void {
  // Enter also ends the choice of a word in an input method.
  if (event.defaultPrevented || event.nativeEvent.isComposing) return
  const area = event.target instanceof HTMLTextAreaElement ? event.target : undefined
  const command = editorCommand(event, area?.selectionStart === 0 && area.selectionEnd === 0)
  if (!command || (textCommands.has(command) && !area)) return
  event.preventDefault()
  run(command, area?.selectionStart)
}

export function EditedTranscript({ videoId, caption, loaded, onDone, onLoadAgain }: EditedTranscriptProps) {
  const { element } = usePlayback()
  const box = useRef<HTMLDivElement>(null)
  const { edit, dispatch, state, run, select, ...saving } = useTranscriptEditing({ videoId, caption, loaded, element, onDone, onLoadAgain })
  const { cues, place, said } = edit
  const playedKey = cues[usePlayedCue(element, cues)]?.key
  const currentTime = () => element?.currentTime ?? 0

  const caretOf = () => box.current?.querySelector<HTMLTextAreaElement>('[data-cue-text]')?.selectionStart

  const index = cues.findIndex(({ key }) => key === place?.key)
  const cue = cues[index]
  const form = cue &&
    place && {
      key: cue.key,
      fields: (
        <CueForm
          key={cue.key}
          cues={cues}
          index={index}
          cue={cue}
          place={place}
          currentTime={currentTime}
          onText={(text) => dispatch({ kind: 'type', key: cue.key, text })}
          onTime={(change) => dispatch({ kind: 'time', key: cue.key, ...change })}
          onCommand={(command) => run(command, caretOf())}
        />
      ),
    }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields and buttons inside
    <div
      ref={box}
      onKeyDown={(event) => runKey(event, run)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && saving.flush()}
      className="flex flex-col gap-3"
    >
      <EditorToolbar state={state} isLeaving={saving.isLeaving} onCommand={run} />
      <SaveProblem state={state} {...saving.choices} />
      <EditorHelp />
      {/* biome-ignore lint/a11y/useSemanticElements: rows stand in blocks, which an ol must not have */}
      <div role="list" aria-label="Captions" lang={loaded.language} className="-mx-2 max-h-[60dvh] min-h-64 overflow-y-auto">
        {blocksOf(cues).map((block) => (
          <EditorRows
            key={block.from}
            cues={block.cues}
            playedKey={block.cues.find(({ key }) => key === playedKey)?.key}
            form={block.cues.some(({ key }) => key === place?.key) ? form : undefined}
            onSelect={select}
          />
        ))}
      </div>
      <p role="status" className="min-h-5 text-13 text-muted">
        {said}
      </p>
    </div>
  )
}
