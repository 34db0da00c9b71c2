import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface ErrorStateProps {
  title: string
  text: string
  /** What a person can do about it, most often a retry. */
  action: ReactNode
}

export const ErrorState = ({ title, text, action }: ErrorStateProps) => (
  <div role="alert" className="flex flex-col items-center gap-4 rounded-surface border border-line bg-surface px-6 py-16 text-center">
    <span className="flex size-12 items-center justify-center rounded-full bg-bad-soft text-bad">
      <TriangleAlert aria-hidden="true" className="size-6" />
    </span>
    <div className="flex max-w-md flex-col gap-1">
      <p className="font-semibold text-16">{title}</p>
      <p className="text-muted">{text}</p>
    </div>
    {action}
  </div>
)
