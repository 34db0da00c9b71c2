import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useRef, useState } from 'react'
import { refetchPlaylists } from '../../playlists-view/playlist-queries.ts'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { forgetAllPositions, forgetPosition } from '../../videos-view/resume-positions.ts'
import { HistoryRow } from './history-row.tsx'

const historyKey = ['history']
const firstPage = (): string | undefined => undefined

/** What a person has watched. Only they see it, and they can switch it off, together with Watch later. */
export function HistoryPage() {
  const list = useInfiniteQuery({
    queryKey: historyKey,
    initialPageParam: firstPage(),
    queryFn: ({ pageParam, signal }) => call('GET /account/history', { query: { cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  })
  const { change, removeOne, problem } = useHistoryChanges()
  const entries = list.data?.pages.flatMap((page) => page.history) ?? []
  const keepsHistory = list.data?.pages[0]?.keepsHistory ?? true
  const [asked, setAsked] = useState<'delete' | 'off'>()
  const button = useRef<HTMLButtonElement>(null)
  const hasEntries = entries.length > 0
  const onSwitch = (isOn: boolean) => (isOn ? change.mutate({ keepsHistory: true }) : setAsked('off'))
  const dialog = { open: asked !== undefined, onOpenChange: () => setAsked(undefined), pending: change.isPending, returnFocusTo: button }
  return (
    <>
      <PageHeading
        title="History"
        subtitle="What you have watched. Only you see it."
        actions={
          hasEntries && (
            <Button ref={button} onClick={() => setAsked('delete')}>
              Delete history
            </Button>
          )
        }
      />
      <QueryView query={list} failed="Your history could not be loaded" skeleton="h-80">
        {() => (
          <div className="flex flex-col gap-6">
            <div className="max-w-xl rounded-surface border border-line bg-surface p-4">
              <Switch
                label="History and Watch later"
                hint={
                  keepsHistory
                    ? 'Videos that you watch while signed in are listed here, and you can save videos for later.'
                    : 'Nothing that you watch is stored, and videos cannot be saved for later.'
                }
                checked={keepsHistory}
                onCheckedChange={onSwitch}
              />
            </div>
            {problem && <Notice tone="bad">{problem}</Notice>}
            {hasEntries ? (
              <ul aria-label="Watched videos" className="flex flex-col">
                {entries.map((entry) => (
                  <HistoryRow key={entry.video.id} entry={entry} onRemove={() => removeOne.mutate(entry.video.id)} />
                ))}
              </ul>
            ) : (
              <EmptyState
                icon={History}
                title={keepsHistory ? 'Nothing watched yet' : 'Your history is off'}
                text={keepsHistory ? 'Videos that you watch appear here.' : 'Switch it on to find again what you watch from now on.'}
                action={<ButtonLink to="/gallery">Browse videos</ButtonLink>}
              />
            )}
            {list.hasNextPage && (
              <div className="flex justify-center">
                <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  Show more
                </Button>
              </div>
            )}
          </div>
        )}
      </QueryView>
      <AlertDialog
        {...dialog}
        title={asked === 'off' ? 'Switch history and Watch later off?' : 'Delete your history?'}
        description={
          asked === 'off'
            ? 'Nothing that you watch or would watch later is stored from now on. What is in both lists now can stay, or be deleted for good.'
            : 'Everything that is listed here is deleted for good, with the positions on this device.'
        }
        confirm={asked === 'off' ? 'Switch off and delete' : 'Delete history'}
        destructive
        onConfirm={() =>
          change.mutate(
            { keepsHistory: asked !== 'off' && keepsHistory, deleteAll: true, emptyWatchLater: asked === 'off' },
            { onSettled: () => setAsked(undefined) },
          )
        }
      >
        {asked === 'off' && (
          <Button onClick={() => change.mutate({ keepsHistory: false }, { onSettled: () => setAsked(undefined) })}>
            Switch off and keep both lists
          </Button>
        )}
      </AlertDialog>
    </>
  )
}

function useHistoryChanges() {
  const client = useQueryClient()
  const reload = () => {
    refetchPlaylists(client)
    return client.invalidateQueries({ queryKey: historyKey })
  }
  const change = useMutation({
    mutationFn: (body: { keepsHistory: boolean; deleteAll?: boolean; emptyWatchLater?: boolean }) => call('PUT /account/history', { body }),
    onSuccess: (_answer, { deleteAll, emptyWatchLater }) => {
      if (!deleteAll) return
      forgetAllPositions()
      showToast('good', emptyWatchLater ? 'Your history is deleted, and Watch later is empty.' : 'Your history is deleted.')
    },
    onSettled: reload,
  })
  const removeOne = useMutation({
    mutationFn: (id: string) => call('DELETE /account/history/{id}', { params: { id } }),
    onSuccess: (_answer, id) => forgetPosition(id),
    onSettled: reload,
  })
  return { change, removeOne, problem: (change.error ?? removeOne.error)?.message }
}
