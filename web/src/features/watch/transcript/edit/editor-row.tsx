import { plainCueText } from '@video-forge/contract/captions/cue-text'
import { memo } from 'react'
import { formatDuration } from '../../../../format/duration.ts'
import { classNames } from '../../../../ui/class-names.ts'
import type { EditCue } from './edit-cue.ts'

/** Only rows that are seen are laid out: a talk of two hours has 2,000. */
export const rowClass = '[contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]'

interface EditorRowProps {
  cue: EditCue
  isPlayed: boolean
  onSelect: (key: number) => void
}

/** A caption that is not in edit. */
export const EditorRow = memo(({ cue, isPlayed, onSelect }: EditorRowProps) => (
  <li className={rowClass}>
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
  </li>
))
