import { Clapperboard, SearchX } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { GalleryControls } from './gallery-controls.tsx'
import { type GalleryParams, lengths, useGalleryParams } from './gallery-params.ts'
import { useGallery } from './gallery-query.ts'
import { NoFilteredVideos } from './no-filtered-videos.tsx'
import { SearchResults } from './results/search-results.tsx'
import { UploadLink } from './upload-link.tsx'
import { VideoList } from './video-list.tsx'

export { fetchFirstList } from './gallery-query.ts'

export function GalleryPage() {
  const params = useGalleryParams()
  // A search has its own order, by what matches; the others are those of the list.
  const isSearch = params.search !== '' && params.sort === 'newest'
  return (
    <>
      <PageHeading title="Video Gallery" subtitle="Browse and watch videos shared by the community" />
      <GalleryControls params={params} />
      {isSearch ? <SearchResults params={params} isFiltered={isFiltered(params)} /> : <ListedVideos params={params} />}
    </>
  )
}

function ListedVideos({ params }: { params: GalleryParams }) {
  const length = params.length && lengths[params.length]
  const list = useGallery({
    visibility: params.filter === 'Public Only' ? 'public' : undefined,
    q: params.search || undefined,
    sort: params.sort === 'newest' ? undefined : params.sort,
    minDuration: length?.min,
    maxDuration: length?.max,
    tag: params.tag,
    owner: params.owner,
  })
  return <VideoList list={list} announcesCount={params.search !== '' || isFiltered(params)} whenEmpty={<NoVideos params={params} />} />
}

const isFiltered = ({ length, tag, owner }: GalleryParams): boolean => [length, tag, owner].some((filter) => filter !== undefined)

function NoVideos({ params }: { params: GalleryParams }) {
  if (isFiltered(params)) return <NoFilteredVideos params={params} />
  if (params.search) {
    return (
      <EmptyState
        icon={SearchX}
        title={`No videos match "${params.search}"`}
        text="In this order the search covers titles, descriptions and tags. Choose Best match to search every word in captions, too."
        action={<Button onClick={() => params.searchFor('')}>Clear search</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon={Clapperboard}
      title="No videos found"
      text="Be the first to upload and share a video!"
      note="Public videos of everyone appear here, the newest first. Your own private ones are shown only to you."
      action={<UploadLink />}
    />
  )
}
