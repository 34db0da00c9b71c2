import { Fragment, memo, type ReactNode } from 'react'
import type { EditCue } from './cues/edit-cue.ts'
import { EditorRow } from './editor-row.tsx'

const rowsInBlock = 50

/** Captions in blocks. A talk of two hours has 2,000: typing draws one block, and those out of sight have no layout. */
export const blocksOf = (cues: readonly EditCue[]): { from: number; cues: readonly EditCue[] }[] =>
  Array.from({ length: Math.ceil(cues.length / rowsInBlock) }, (_, index) => ({
    from: index * rowsInBlock,
    cues: cues.slice(index * rowsInBlock, (index + 1) * rowsInBlock),
  }))

interface EditorRowsProps {
  cues: readonly EditCue[]
  /** The caption that plays, if it is one of these. */
  playedKey: number | undefined
  /** The caption in edit, if it is one of these, and its fields. */
  form: { key: number; fields: ReactNode } | undefined
  onSelect: (key: number) => void
}

const isSame = (before: EditorRowsProps, after: EditorRowsProps): boolean =>
  before.playedKey === after.playedKey &&
  before.form === after.form &&
  before.onSelect === after.onSelect &&
  before.cues.length === after.cues.length &&
  before.cues.every((cue, index) => cue === after.cues[index])

export const EditorRows = memo(
  ({ cues, playedKey, form, onSelect }: EditorRowsProps) => (
    <div className="[contain-intrinsic-size:auto_3000px] [content-visibility:auto]">
      {cues.map((cue) =>
        cue.key === form?.key ? (
          <Fragment key={cue.key}>{form.fields}</Fragment>
        ) : (
          <EditorRow key={cue.key} cue={cue} isPlayed={cue.key === playedKey} onSelect={onSelect} />
        ),
      )}
    </div>
  ),
  isSame,
)
