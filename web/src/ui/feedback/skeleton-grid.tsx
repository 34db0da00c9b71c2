import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Skeleton } from './skeleton.tsx'

/** Enough to fill a screen. */
const cards = Array.from({ length: 8 }, (_, index) => index)

interface SkeletonGridProps {
  /** The classes of the grid that is loading. */
  className: string
  cardClass?: string
  pictureClass?: string
  /** What stands under each picture. */
  children: ReactNode
}

/** Placeholders for a grid of videos. */
export const SkeletonGrid = ({ className, cardClass, pictureClass, children }: SkeletonGridProps) => (
  <div className={className}>
    {cards.map((index) => (
      <div key={index} className={classNames('flex flex-col gap-3', cardClass)}>
        <Skeleton className={classNames('aspect-video w-full', pictureClass)} />
        {children}
      </div>
    ))}
  </div>
)
