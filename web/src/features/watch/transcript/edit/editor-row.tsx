import { plainCueText } from '@video-forge/contract/captions/cue-text'
import { memo } from 'react'
import { formatDuration } from '../../../../format/duration.ts'
import { classNames } from '../../../../ui/class-names.ts'
import type { EditCue } from './cues/edit-cue.ts'

interface EditorRowProps {
  cue: EditCue
  isPlayed: boolean
  onSelect: (key: number) => void
}

/** A caption that is not in edit. */
export const EditorRow = memo(({ cue, isPlayed, onSelect }: EditorRowProps) => (
  // biome-ignore lint/a11y/useSemanticElements: rows stand in blocks, which an ol must not have
  <div role="listitem">
    <button
      type="button"
      aria-current={isPlayed || undefined}
      onClick={() => onSelect(cue.key)}
      className={classNames(
        'flex min-h-10 w-full items-baseline gap-3 rounded-control px-2 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2',
        isPlayed && 'bg-sunken forced-colors:outline forced-colors:-outline-offset-1',
      )}
    >
      <span className="w-12 shrink-0 text-13 text-muted tabular-nums">{formatDuration(cue.start)}</span>
      <span dir="auto" className={classNames('wrap-anywhere whitespace-pre-line', cue.text.trim() === '' && 'text-muted italic')}>
        {plainCueText(cue.text).trim() || 'No text'}
      </span>
    </button>
  </div>
))
