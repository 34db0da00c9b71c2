import type { VideoDetails } from '@video-forge/contract/gallery'
import { formatDuration } from '../../../format/duration.ts'
import { Panel } from '../../../ui/panel.tsx'
import { usePlayback } from '../playback/playback-context.ts'

/** The chapters that the owner set. Those of a description are already in it. */
export function ChapterList({ video }: { video: VideoDetails }) {
  const { element, seekTo } = usePlayback()
  if (video.chaptersFrom !== 'owner' || !element) return null
  return (
    <div className="max-w-form">
      <Panel title="Chapters">
        <ol className="-mx-2 flex max-h-80 flex-col overflow-y-auto">
          {video.chapters.map(({ start, title }) => (
            <li key={start}>
              <button
                type="button"
                onClick={() => seekTo(start)}
                className="flex min-h-10 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="w-14 shrink-0 text-13 text-muted tabular-nums">{formatDuration(start)}</span>
                <span className="wrap-anywhere">{title}</span>
              </button>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
