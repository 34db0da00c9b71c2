import type { ReactNode } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'

interface ActionResultProps {
  /** What the act says when it fails; the server's own sentence stands under it. */
  failed: string
  error: Error | null
  done?: ReactNode
}

/** What came of an act, in the page, where it was done. */
export function ActionResult({ failed, error, done }: ActionResultProps) {
  if (error) {
    return (
      <Notice tone="bad" title={failed}>
        {error.message !== failed && error.message}
      </Notice>
    )
  }
  return done ? <Notice tone="good">{done}</Notice> : null
}
