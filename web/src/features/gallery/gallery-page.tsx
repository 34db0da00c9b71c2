import { Clapperboard, FilterX, SearchX } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { GalleryControls } from './gallery-controls.tsx'
import { type GalleryParams, lengths, useGalleryParams } from './gallery-params.ts'
import { useGallery } from './gallery-query.ts'
import { UploadLink } from './upload-link.tsx'
import { VideoList } from './video-list.tsx'

export function GalleryPage() {
  const params = useGalleryParams()
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
  return (
    <>
      <PageHeading title="Video Gallery" subtitle="Browse and watch videos shared by the community" />
      <GalleryControls params={params} />
      <VideoList list={list} announcesCount={params.search !== '' || isFiltered(params)} whenEmpty={<NoVideos params={params} />} />
    </>
  )
}

const isFiltered = ({ length, tag, owner }: GalleryParams): boolean => [length, tag, owner].some((filter) => filter !== undefined)

function NoVideos({ params }: { params: GalleryParams }) {
  if (isFiltered(params)) {
    return (
      <EmptyState
        icon={FilterX}
        title={params.search ? `No videos match "${params.search}" and these filters` : 'No videos match these filters'}
        text="Remove a filter to see more videos."
        action={<Button onClick={params.clearFilters}>Clear filters</Button>}
      />
    )
  }
  if (params.search) {
    return (
      <EmptyState
        icon={SearchX}
        title={`No videos match "${params.search}"`}
        text="The search covers titles, descriptions and tags. Try other or fewer words."
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
