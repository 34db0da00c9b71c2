import type { ReactNode } from 'react'

interface FigureProps {
  name: string
  value: ReactNode
  detail?: ReactNode
}

/** A number with its name. */
export const Figure = ({ name, value, detail }: FigureProps) => (
  <div className="flex min-w-0 flex-col gap-1 rounded-surface border border-line bg-surface px-4 py-3">
    <dt className="text-13 text-muted">{name}</dt>
    <dd className="flex min-h-8 items-center font-semibold text-24 tabular-nums">{value}</dd>
    {detail !== undefined && <dd className="text-12 text-muted tabular-nums">{detail}</dd>}
  </div>
)
