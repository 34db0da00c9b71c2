import type { Video } from '@video-forge/contract/gallery'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { inPlaylist, playlistPath, playsOn } from '../../../playlists-view/playlist-paths.ts'
import { usePlaylist, usePlaylistVideos } from '../../../playlists-view/playlist-queries.ts'
import { newShuffle, shuffledOrder } from '../../../playlists-view/shuffled-order.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { RetryNotice } from '../../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { CardPicture } from '../../../videos-view/card/card-picture.tsx'
import { titleOf } from '../../../videos-view/video-title.ts'
import { useStoredSwitch } from '../stored-switch.ts'

interface PlaylistPanelProps {
  listId: string
  videoId: string
  /** Null before there is something to play. */
  element: HTMLVideoElement | null
}

/** The playlist that a video is watched in: what comes next, and where this one is. At its end the next one starts. */
export function PlaylistPanel({ listId, videoId, element }: PlaylistPanelProps) {
  const { data: playlist, error } = usePlaylist(listId)
  const [search, setSearch] = useSearchParams()
  const shuffle = search.get('shuffle')
  const ids = playlist?.videoIds ?? []
  const order = shuffledOrder(ids, shuffle)
  const place = order.indexOf(videoId)
  const [previous, next] = [order[place - 1], place < 0 ? undefined : order[place + 1]]
  // The switch of single videos is another one, and off at first.
  const [isOn, choose] = useStoredSwitch('video_forge_list_plays_on', true)
  const pathOf = (id: string) => inPlaylist(id, listId, shuffle)
  usePlayOn(element, isOn && next ? pathOf(next) : undefined)

  const toggleShuffle = () => {
    const changed = new URLSearchParams(search)
    if (shuffle) changed.delete('shuffle')
    else changed.set('shuffle', newShuffle(videoId))
    setSearch(changed, { replace: true, preventScrollReset: true })
  }
  if (error) return <Notice tone="warn">{error.message}</Notice>
  if (!playlist) return <Skeleton className="h-96" />
  return (
    <section aria-labelledby="playlist-heading" className="flex min-w-0 flex-col gap-3 rounded-surface border border-line bg-surface p-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id="playlist-heading" className="wrap-anywhere font-semibold text-16">
            <Link to={playlistPath(playlist)} className="hover:underline">
              {playlist.title}
            </Link>
          </h2>
          <p className="text-13 text-muted tabular-nums">{place < 0 ? `${ids.length} videos` : `${place + 1} of ${ids.length}`}</p>
        </div>
        <div className="text-13">
          <Switch label="Play on" checked={isOn} onCheckedChange={choose} />
        </div>
      </div>
      <div className="flex gap-2">
        <StepLink to={previous && pathOf(previous)} name="Previous video">
          <ChevronRight aria-hidden="true" className="size-5 rotate-180" />
        </StepLink>
        <StepLink to={next && pathOf(next)} name="Next video">
          <ChevronRight aria-hidden="true" className="size-5" />
        </StepLink>
        <Button
          aria-pressed={shuffle !== null}
          className="aria-pressed:bg-sunken forced-colors:aria-pressed:system-selected"
          onClick={toggleShuffle}
        >
          Shuffle
        </Button>
      </div>
      <PanelVideos listId={listId} ids={ids} videoId={videoId} pathOf={pathOf} />
    </section>
  )
}

/** Opens the path when the video ends. */
function usePlayOn(element: HTMLVideoElement | null, path: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!element || !path) return
    const go = () => void navigate(path, { state: playsOn })
    element.addEventListener('ended', go)
    return () => element.removeEventListener('ended', go)
  }, [element, path, navigate])
}

const StepLink = ({ to, name, children }: { to: string | undefined; name: string; children: ReactNode }) =>
  to ? (
    <Link to={to} state={playsOn} aria-label={name} className={buttonClass('secondary', 'icon')}>
      {children}
    </Link>
  ) : (
    <Button size="icon" aria-label={name} disabled>
      {children}
    </Button>
  )

/** Before the current one, so many are shown. */
const shownBefore = 5
const shownMore = 50

interface PanelVideosProps extends Omit<PlaylistPanelProps, 'element'> {
  ids: readonly string[]
  pathOf: (id: string) => string
}

/** The videos in the order of the list, from a few before the current one on. */
function PanelVideos({ listId, ids, videoId, pathOf }: PanelVideosProps) {
  const [start, setStart] = useState(() => Math.max(0, ids.indexOf(videoId) - shownBefore))
  const pages = usePlaylistVideos(listId, start > 0 ? ids[start] : undefined)
  const list = useRef<HTMLOListElement>(null)
  const videos = pages.data?.pages.flatMap((page) => page.videos) ?? []
  const isLoaded = videos.length > 0
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')?.closest('li')
    if (isLoaded && current && list.current) list.current.scrollTop = current.offsetTop - list.current.offsetTop - current.offsetHeight
  }, [isLoaded])
  if (pages.isPending) return <LoadingRows count={ids.length} />
  if (!pages.data) return <RetryNotice text="The videos of the playlist could not be loaded." onRetry={() => void pages.refetch()} />
  return (
    <ol aria-label="Videos of the playlist" ref={list} className="-mx-2 flex max-h-[26rem] flex-col overflow-y-auto">
      {start > 0 && (
        <li className="p-2">
          <Button onClick={() => setStart(Math.max(0, start - shownMore))}>Show earlier videos</Button>
        </li>
      )}
      {videos.map((video) => (
        <PanelRow key={video.id} video={video} place={ids.indexOf(video.id) + 1} isCurrent={video.id === videoId} to={pathOf(video.id)} />
      ))}
      {pages.hasNextPage && (
        <li className="p-2">
          <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </li>
      )}
    </ol>
  )
}

/** As high as the list, so that what is under it does not move. */
const LoadingRows = ({ count }: { count: number }) => (
  <div className="flex max-h-[26rem] flex-col overflow-hidden">
    {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].slice(0, count).map((row) => (
      <div key={row} className="shrink-0 py-2">
        <Skeleton className="h-[54px]" />
      </div>
    ))}
  </div>
)

const PanelRow = ({ video, place, isCurrent, to }: { video: Video; place: number; isCurrent: boolean; to: string }) => (
  <li>
    <Link
      to={to}
      state={playsOn}
      aria-current={isCurrent || undefined}
      className={classNames(
        'flex items-center gap-3 rounded-control p-2 focus-visible:-outline-offset-2',
        isCurrent ? 'bg-sunken font-medium forced-colors:outline-2' : 'hover:bg-hover',
      )}
    >
      <span className="w-6 shrink-0 text-right text-12 text-muted tabular-nums">{place}</span>
      <div className="w-24 shrink-0">
        <CardPicture video={video} isMoving={false} />
      </div>
      <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1 text-13">{titleOf(video)}</span>
    </Link>
  </li>
)
