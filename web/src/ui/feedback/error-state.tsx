import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { StateMessage } from './state-message.tsx'

interface ErrorStateProps {
  title: string
  text: string
  /** What the reader can do about it, usually a retry. */
  action: ReactNode
}

export const ErrorState = (props: ErrorStateProps) => (
  <div role="alert" className="flex flex-col items-center gap-4 rounded-surface border border-line bg-surface px-6 py-16 text-center">
    <StateMessage {...props} icon={TriangleAlert} iconClass="bg-bad-soft text-bad" />
  </div>
)
