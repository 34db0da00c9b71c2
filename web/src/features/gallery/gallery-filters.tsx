import { X } from 'lucide-react'
import { Select } from '../../ui/forms/select.tsx'
import { type GalleryParams, lengths } from './gallery-params.ts'

const sortNames = { newest: 'Newest', 'most-watched': 'Most watched', longest: 'Longest' } as const

/** The order and the length, and what else narrows the list. */
export const GalleryFilters = ({ params }: { params: GalleryParams }) => (
  <div className="flex flex-wrap items-center gap-2">
    <Select
      aria-label="Sort by"
      value={params.sort}
      onChange={(event) => params.chooseSort(event.target.value)}
      className="min-w-0 grow basis-[45%] sm:grow-0 sm:basis-44"
    >
      {Object.entries(sortNames).map(([value, name]) => (
        <option key={value} value={value}>
          {value === 'newest' && params.search ? 'Best match' : name}
        </option>
      ))}
    </Select>
    <Select
      aria-label="Length"
      value={params.length ?? ''}
      onChange={(event) => params.filterBy('length', event.target.value)}
      className="min-w-0 grow basis-[45%] sm:grow-0 sm:basis-44"
    >
      <option value="">Any length</option>
      {Object.entries(lengths).map(([value, { name }]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
    {params.tag && <FilterChip kind="Tag" text={`#${params.tag}`} onRemove={() => params.filterBy('tag', undefined)} />}
    {params.owner && <FilterChip kind="By" text={params.owner} onRemove={() => params.filterBy('owner', undefined)} />}
  </div>
)

/** A filter that came with a link. It is removed here. */
const FilterChip = ({ kind, text, onRemove }: { kind: string; text: string; onRemove: () => void }) => (
  <span className="flex h-10 min-w-0 max-w-full items-center rounded-control border border-line bg-sunken pl-3 text-13">
    <span className="truncate">
      <span className="text-muted">{kind} </span>
      <span className="font-medium">{text}</span>
    </span>
    <button
      type="button"
      aria-label={`Remove filter: ${kind} ${text}`}
      onClick={onRemove}
      className="flex h-10 w-10 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink"
    >
      <X aria-hidden="true" className="size-4" />
    </button>
  </span>
)
