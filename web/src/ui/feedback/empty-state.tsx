import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { StateMessage } from './state-message.tsx'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text: string
  /** More about what will be here. */
  note?: string
  action?: ReactNode
}

export const EmptyState = (props: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-4 rounded-surface border border-line border-dashed px-6 py-16 text-center">
    <StateMessage {...props} iconClass="bg-sunken text-muted" />
  </div>
)
