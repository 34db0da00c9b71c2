import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { limits } from '@video-forge/contract/rules/limits'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { Link } from 'react-router'
import { withDefaultMessage } from '../../../api/with-default-message.ts'
import { useBulkTasks } from '../../../bulk-view/use-bulk-tasks.tsx'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { TrashRow } from './trash-row.tsx'

const failed = 'The trash could not be loaded.'

/** Deleted videos, which their owner can restore for some days. */
export function TrashPage() {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useInfiniteQuery({
    queryKey: ['trash'],
    queryFn: ({ pageParam, signal }) =>
      withDefaultMessage(failed, call('GET /trash', { query: { ...(pageParam && { cursor: pageParam }) } }, { signal })),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  // Restored videos are in other lists again.
  const refresh = useCallback(() => void client.invalidateQueries(), [client])
  const bulk = useBulkTasks({ onStarted: refresh, onEnded: refresh, fallbackFocus: heading })
  return (
    <>
      <div className="flex flex-col gap-3">
        <Link
          to="/jobs"
          className="inline-flex min-h-6 items-center gap-1.5 self-start pointer-coarse:min-h-11 text-13 text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          My Videos
        </Link>
        <PageHeading
          title="Trash"
          subtitle={`Deleted videos are deleted for good after ${limits.deletedVideoDays} days. They take storage until then, and nobody can watch them.`}
        />
      </div>
      {bulk.notes}
      <QueryView query={list} failed={failed} skeleton="h-40">
        {({ pages }) => {
          const [{ total, bytes } = { total: 0, bytes: 0 }] = pages
          const videos = pages.flatMap((page) => page.videos)
          if (videos.length === 0) return <EmptyTrash />
          return (
            <section aria-labelledby="trash-heading" className="flex flex-col gap-3">
              <div className="flex flex-wrap items-center gap-2">
                <h2 id="trash-heading" ref={heading} tabIndex={-1} className="mr-auto font-semibold text-16 max-sm:w-full">
                  {formatCount(total, 'video')}, {formatBytes(bytes)}
                </h2>
                <Button onClick={(event) => bulk.ask({ choice: restoreAll, target: { filter: {} }, count: total }, event.currentTarget)}>
                  Restore all
                </Button>
                <Button onClick={(event) => bulk.ask({ choice: emptyTrash, target: { filter: {} }, count: total }, event.currentTarget)}>
                  Empty trash
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
