import type { ReactNode } from 'react'

interface SkeletonRowsProps {
  count: number
  /** For screen readers. */
  label: string
  className: string
  rowClass: string
  /** What each row has. */
  children: ReactNode
}

/** Placeholders for a list. */
export const SkeletonRows = ({ count, label, className, rowClass, children }: SkeletonRowsProps) => (
  <div role="status" className={className}>
    <span className="sr-only">{label}</span>
    {Array.from({ length: count }, (_, row) => row).map((row) => (
      <div key={row} className={rowClass}>
        {children}
      </div>
    ))}
  </div>
)
