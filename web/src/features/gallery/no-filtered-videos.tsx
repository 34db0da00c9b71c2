import { FilterX } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { GalleryParams } from './gallery-params.ts'

export const NoFilteredVideos = ({ params }: { params: GalleryParams }) => (
  <EmptyState
    icon={FilterX}
    title={params.search ? `No videos match "${params.search}" and these filters` : 'No videos match these filters'}
    text="Remove a filter to see more videos."
    action={<Button onClick={params.clearFilters}>Clear filters</Button>}
  />
)
