import type { ReactNode } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'

interface ActionResultProps {
  /** The title of a failure; the server's message is shown under it. */
  failed: string
  error: Error | null
  done?: ReactNode
}

/** The result of an action, shown where the action was started. */
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
