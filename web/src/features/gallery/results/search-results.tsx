import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/feedback/skeleton.tsx'
import { type GalleryParams, lengths } from '../gallery-params.ts'
import { NoFilteredVideos } from '../no-filtered-videos.tsx'
import { PagedList } from '../paged-list.tsx'
import { useSearch } from './search-query.ts'
import { SearchResult } from './search-result.tsx'

/** About the first screen. */
const firstCount = 4

/** What the search box finds, with the sentences that match. */
export function SearchResults({ params, isFiltered }: { params: GalleryParams; isFiltered: boolean }) {
  const length = params.length && lengths[params.length]
  const { list, isPaused, goOn } = useSearch({
    q: params.search,
    visibility: params.filter === 'Public Only' ? 'public' : undefined,
    minDuration: length?.min,
    maxDuration: length?.max,
    tag: params.tag,
    owner: params.owner,
  })
  // Takes the focus when the button that goes on disappears.
  const area = useRef<HTMLDivElement>(null)
  const searchOlder = () => {
    area.current?.focus()
    goOn()
  }
  const results = list.data?.pages.flatMap((page) => page.results) ?? []
  const nothing = isFiltered ? <NoFilteredVideos params={params} /> : <NothingFound params={params} />
  const searching = isPaused ? <NothingYet failure={list.error} onMore={searchOlder} /> : <ResultsSkeleton />
  return (
    <div ref={area} tabIndex={-1} className="flex flex-col gap-8 outline-none">
      <PagedList
        list={list}
        count={results.length}
        announcesCount
        whenEmpty={list.hasNextPage ? searching : nothing}
        skeleton={<ResultsSkeleton />}
      >
        <ul aria-label="Videos" className={listClass}>
          {results.map((result, index) => (
            <SearchResult key={result.video.id} result={result} isFirst={index < firstCount} />
          ))}
        </ul>
      </PagedList>
    </div>
  )
}

const listClass = 'flex max-w-[1400px] flex-col gap-8'

const NothingFound = ({ params }: { params: GalleryParams }) => (
  <EmptyState
    icon={SearchX}
    title={`No videos match "${params.search}"`}
    text="The search covers titles, tags, descriptions and every word in captions. Try other or fewer words."
    note='Also: "an exact phrase", -without, tag:music, owner:name, length:>10m, length:<1h, after:2025-06 and before:2026.'
    action={<Button onClick={() => params.searchFor('')}>Clear search</Button>}
  />
)

const NothingYet = ({ failure, onMore }: { failure: Error | null; onMore: () => void }) => (
  <EmptyState
    icon={SearchX}
    title="Nothing found yet"
    text={failure?.message ?? 'The newest videos with these words do not match. Older ones may.'}
    action={<Button onClick={onMore}>{failure ? 'Try again' : 'Search older videos'}</Button>}
  />
)

const rows = [0, 1, 2, 3]

const ResultsSkeleton = () => (
  <div className={listClass}>
    {rows.map((row) => (
      <div key={row} className="flex flex-col gap-3 lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-8">
        <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-4">
          <Skeleton className="aspect-video w-full rounded-surface" />
          <SkeletonLines lines={['h-4 w-4/5', 'h-3 w-2/5']} />
        </div>
        <SkeletonLines lines={['h-8 w-full', 'h-8 w-4/5']} />
      </div>
    ))}
  </div>
)
