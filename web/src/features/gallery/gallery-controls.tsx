import { SegmentedToggle } from '../../ui/forms/segmented-toggle.tsx'
import { GalleryFilters } from './gallery-filters.tsx'
import { filters, type GalleryParams } from './gallery-params.ts'
import { SearchBox } from './search-box.tsx'

export const GalleryControls = ({ params }: { params: GalleryParams }) => (
  <div className="flex flex-col gap-3">
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
      <SearchBox value={params.search} onSearch={params.searchFor} />
      <div className="shrink-0">
        <SegmentedToggle label="Filter" options={filters} value={params.filter} onValueChange={params.chooseFilter} />
      </div>
    </div>
    <GalleryFilters params={params} />
  </div>
)
