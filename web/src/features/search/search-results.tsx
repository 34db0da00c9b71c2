import { BadgeCheck, Clapperboard, Layers, SearchX } from 'lucide-react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SkeletonGrid } from '../../ui/feedback/skeleton-grid.tsx'
import { IconPoints } from '../../ui/icon-points.tsx'
import { StockCard } from './stock-card.tsx'
import type { StockAnswer } from './stock-query.ts'

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'

interface SearchResultsProps {
  found: StockAnswer | undefined
  isSearching: boolean
}

export function SearchResults({ found, isSearching }: SearchResultsProps) {
  return (
    <section aria-label="Results" aria-busy={isSearching} className="flex flex-col gap-4">
      <p role="status" className="sr-only">
        {found && !isSearching && found.hits.length > 0 && countOf(found.hits.length)}
      </p>
      <Content found={found} isSearching={isSearching} />
    </section>
  )
}

const countOf = (count: number): string => (count === 1 ? '1 video found' : `${count} videos found`)

function Content({ found, isSearching }: SearchResultsProps) {
  if (!found) return isSearching ? <GridSkeleton /> : <Invitation />
  if (found.hits.length === 0) {
    return <EmptyState icon={SearchX} title="No videos found" text="Try searching with different keywords" />
  }
  return (
    <>
      {/* The results of the search before cannot be selected by mistake. */}
      <ul inert={isSearching} className={`${grid} transition-opacity ${isSearching ? 'opacity-60' : ''}`}>
        {found.hits.map((hit) => (
          <StockCard key={hit.id} hit={hit} />
        ))}
      </ul>
      <Attribution provider={found.provider} />
    </>
  )
}

const Attribution = ({ provider: { name, url } }: { provider: StockAnswer['provider'] }) => (
  <p className="text-12 text-muted">
    Source:{' '}
    {url ? (
      <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4 hover:text-ink">
        {name}
      </a>
    ) : (
      name
    )}
  </p>
)

const GridSkeleton = () => (
  <SkeletonGrid className={grid} cardClass="rounded-surface border border-line bg-surface p-3">
    <div className="flex items-center justify-between gap-2">
      <Skeleton className="h-6 w-28 rounded-full" />
      <Skeleton className="h-8 w-18" />
    </div>
  </SkeletonGrid>
)

const benefits = [
  { icon: BadgeCheck, title: 'HD Quality', text: 'Sharp enough for every format you choose.' },
  { icon: Layers, title: 'Multiple Formats', text: 'From 480p for phones to 4K for large screens.' },
  { icon: Clapperboard, title: 'Royalty Free', text: 'Free to use, without a fee.' },
]

const Invitation = () => (
  <div className="flex flex-col items-center gap-8 rounded-surface border border-line border-dashed px-6 py-14">
    <h2 className="font-semibold text-16">Ready to get started?</h2>
    <IconPoints points={benefits} className="w-full max-w-3xl" pointClass="items-center text-center" />
  </div>
)
