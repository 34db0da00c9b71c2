import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

const cards = [1, 2, 3, 4, 5, 6]

/** The cards of more videos while they load. */
export const MoreSkeleton = ({ className }: { className: string }) => (
  <div className={className}>
    {cards.map((card) => (
      <div key={card} className="grid grid-cols-[minmax(120px,168px)_minmax(0,1fr)] gap-3">
        <Skeleton className="aspect-video rounded-surface" />
        <Skeleton className="h-10" />
      </div>
    ))}
  </div>
)
