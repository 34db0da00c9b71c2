import type { ReactNode } from 'react'
import { Button } from '../../../../../ui/button.tsx'
import { Notice } from '../../../../../ui/feedback/notice.tsx'
import { RetryNotice } from '../../../../../ui/feedback/retry-notice.tsx'
import type { SaveState } from './autosave.ts'

const words = { saved: 'Saved', unsaved: 'Not saved yet', saving: 'Saving…', failed: 'Not saved', conflict: 'Not saved' } as const

/** Not announced: it changes with every pause in typing. What went wrong is. */
export const SaveWord = ({ state }: { state: SaveState }) => (
  <span data-save-state={state.kind} className="text-13 text-muted">
    {words[state.kind]}
  </span>
)

interface SaveProblemProps {
  state: SaveState
  onRetry: () => void
  onLoadTheirs: () => void
  onKeepMine: (theirs: number) => void
  onSaveAsNew: () => void
}

/** Why it is not saved, and what to do about it. */
export function SaveProblem({ state, onRetry, onLoadTheirs, onKeepMine, onSaveAsNew }: SaveProblemProps) {
  if (state.kind === 'conflict') {
    return (
      <Choices text={`${state.message} Your changes are not saved.`}>
        <Button size="small" onClick={onLoadTheirs}>
          Load their version
        </Button>
        <Button size="small" onClick={() => onKeepMine(state.theirs)}>
          Replace it by mine
        </Button>
      </Choices>
    )
  }
  if (state.kind !== 'failed') return null
  if (!state.isGone) return <RetryNotice text={state.message} onRetry={onRetry} />
  return (
    <Choices text="These captions were deleted or made again meanwhile. Your changes are not saved.">
      <Button size="small" onClick={onSaveAsNew}>
        Save as new captions
      </Button>
      <Button size="small" onClick={onLoadTheirs}>
        Give up my changes
      </Button>
    </Choices>
  )
}

const Choices = ({ text, children }: { text: string; children: ReactNode }) => (
  <Notice tone="bad">
    <div className="flex flex-col gap-2">
      {text}
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  </Notice>
)
