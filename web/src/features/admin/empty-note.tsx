import type { ReactNode } from 'react'

/** In place of a table that has no rows. */
export const EmptyNote = ({ children }: { children: ReactNode }) => (
  <p className="rounded-surface border border-line border-dashed px-4 py-6 text-center text-13 text-muted">{children}</p>
)
