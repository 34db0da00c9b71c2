import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text: string
  action?: ReactNode
}

export const EmptyState = ({ icon: Icon, title, text, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-4 rounded-surface border border-line border-dashed px-6 py-16 text-center">
    <span className="flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
      <Icon aria-hidden="true" className="size-6" />
    </span>
    <div className="flex max-w-md flex-col gap-1">
      <p className="font-semibold text-16">{title}</p>
      <p className="text-muted">{text}</p>
    </div>
    {action}
  </div>
)
