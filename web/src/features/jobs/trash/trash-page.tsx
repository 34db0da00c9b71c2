import { useQueryClient } from '@tanstack/react-query'
import { limits } from '@video-forge/contract/rules/limits'
import { Trash2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useBulkTasks } from '../../../bulk-view/use-bulk-tasks.tsx'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { SegmentedToggle } from '../../../ui/forms/segmented-toggle.tsx'
import { SubpageHeading } from '../../../ui/subpage-heading.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { TrashRow } from './trash-row.tsx'
import { trashFailed, useTrash } from './use-trash.ts'

const owners = ['Mine', "Everybody's"] as const

/** Deleted videos, which their owner can restore for some days. Admins can see and restore those of everybody. */
export function TrashPage() {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const isAdmin = useSession()?.role === 'admin'
  const [params, setParams] = useSearchParams()
  const everyone = isAdmin && params.get('of') === 'everybody'
  const [typed, setTyped] = useState('')
  const search = useDebounced(everyone ? typed.trim() : '', 300)
  const list = useTrash({ everyone, search })
  // Restored videos are in other lists again.
  const refresh = useCallback(() => void client.invalidateQueries(), [client])
  const bulk = useBulkTasks({ onStarted: refresh, onEnded: refresh, fallbackFocus: heading })
  const target = { filter: everyone ? { everyone, ...(search && { search }) } : {} }
  return (
    <>
      <SubpageHeading
        back={{ to: '/jobs', name: 'My Videos' }}
        title="Trash"
        subtitle={`Deleted videos are deleted for good after ${limits.deletedVideoDays} days. They take storage until then, and nobody can watch them.`}
      />
      {isAdmin && (
        <div className="flex flex-wrap items-center gap-2">
          <SegmentedToggle
            label="Whose videos"
            options={owners}
            value={everyone ? "Everybody's" : 'Mine'}
            onValueChange={(owner) => setParams(owner === 'Mine' ? {} : { of: 'everybody' })}
          />
          {everyone && <SearchField label="Search title, user or id" value={typed} onChange={setTyped} />}
        </div>
      )}
      {bulk.notes}
      <QueryView query={list} failed={trashFailed} skeleton="h-40">
        {({ pages }) => {
          const [{ total, bytes } = { total: 0, bytes: 0 }] = pages
          const videos = pages.flatMap((page) => page.videos)
          if (videos.length === 0) return everyone ? <NothingFound /> : <EmptyTrash />
          return (
            <section aria-labelledby="trash-heading" className="flex flex-col gap-3">
              <div className="flex flex-wrap items-center gap-2">
                <h2 id="trash-heading" ref={heading} tabIndex={-1} className="mr-auto font-semibold text-16 max-sm:w-full">
                  {formatCount(total, 'video')}, {formatBytes(bytes)}
                </h2>
                <Button onClick={(event) => bulk.ask({ choice: restoreAll, target, count: total }, event.currentTarget)}>
                  Restore all
                </Button>
                <Button onClick={(event) => bulk.ask({ choice: emptyTrash, target, count: total }, event.currentTarget)}>
                  {everyone ? 'Delete all for good' : 'Empty trash'}
                </Button>
              </div>
              <ul className="flex flex-col divide-y divide-line rounded-surface border border-line bg-surface">
                {videos.map((video) => (
                  <TrashRow key={video.id} video={video} onChanged={refresh} focusAfter={heading} />
                ))}
              </ul>
              {list.hasNextPage && (
                <Button className="self-center" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  Show more
                </Button>
              )}
            </section>
          )
        }}
      </QueryView>
      {bulk.dialog}
    </>
  )
}

const restoreAll = { name: 'Restore', icon: Trash2, action: 'restore' } as const
const emptyTrash = { name: 'Delete for good', icon: Trash2, action: 'erase' } as const

const EmptyTrash = () => (
  <EmptyState
    icon={Trash2}
    title="The trash is empty"
    text="Videos that you delete are kept here for a while, in case you want them back."
    action={<ButtonLink to="/jobs">Open My Videos</ButtonLink>}
  />
)

const NothingFound = () => (
  <EmptyState icon={Trash2} title="No deleted videos found" text="No deleted video matches the search, or nobody has deleted one." />
)
