import type { LucideIcon } from 'lucide-react'
import { classNames } from './class-names.ts'

interface IconPointsProps {
  points: readonly { icon: LucideIcon; title: string; text: string }[]
  className?: string
  pointClass?: string
}

/** A few short statements, each with its picture. */
export const IconPoints = ({ points, className, pointClass }: IconPointsProps) => (
  <ul className={classNames('grid gap-6 sm:grid-cols-3', className)}>
    {points.map(({ icon: Icon, title, text }) => (
      <li key={title} className={classNames('flex flex-col gap-1.5', pointClass)}>
        <Icon aria-hidden="true" className="mb-1 size-5 text-muted" />
        <span className="font-medium">{title}</span>
        <span className="text-13 text-muted">{text}</span>
      </li>
    ))}
  </ul>
)
