import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '@video-forge/contract/endpoints'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { qualityLabel } from '@video-forge/contract/rules/video-rules'
import { ChevronRight } from 'lucide-react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatLongDate } from '../../../format/dates.ts'
import { formatDuration } from '../../../format/duration.ts'
import { videoKeys } from '../../../videos-view/video-keys.ts'
import { usePlayback } from '../playback/playback-context.ts'
import { usePlayedSize } from '../playback/use-played-size.ts'

type Stream = Output<'GET /gallery/videos/{id}/stream'>

/** The quality whose picture has the size that plays; undefined before something plays. */
function usePlayedQuality(id: string, size: string | undefined): Stream['qualities'][number] | undefined {
  const answers = useQueryClient().getQueriesData<Partial<Stream>>({ queryKey: videoKeys.streams(id) })
  const [stream] = answers.flatMap(([, answer]) =>
    answer?.qualities && answer.stream ? [{ ...answer.stream, all: answer.qualities }] : [],
  )
  if (!size || !stream) return undefined
  const fitting = stream.all.filter(({ resolution }) => resolution === size)
  return fitting.find(({ quality }) => quality === stream.quality) ?? fitting[0]
}

/** Every quality but the original is encoded by us, as H.264 and AAC. */
const encodedBy = (isOriginal: boolean, ofOriginal: string | null, ofOurs: string): string =>
  ofOriginal === null ? 'N/A' : isOriginal ? ofOriginal : ofOurs

/** Technical facts about what plays, or about the original before that. */
export function VideoFacts({ video }: { video: VideoDetails }) {
  const size = usePlayedSize(usePlayback().element)
  const played = usePlayedQuality(video.id, size)
  const isOriginal = !played || played.quality === 'original'
  const facts: [name: string, value: string | undefined][] = [
    ['Duration', video.duration === null ? 'Unknown' : formatDuration(video.duration)],
    ['Resolution', size ?? video.resolution ?? 'N/A'],
    ['Video codec', encodedBy(isOriginal, video.videoCodec, 'h264')],
    ['Audio codec', encodedBy(isOriginal, video.audioCodec, 'aac')],
    ['Quality', played && qualityLabel(played.quality)],
    ['File size', played && played.size > 0 ? formatBytes(played.size) : undefined],
    ['Uploaded', formatLongDate(video.createdAt)],
  ]
  return (
    <details className="group border-line border-t pt-2">
      <summary className="-ml-2 flex h-10 w-fit list-none items-center gap-1.5 rounded-control px-2 font-medium text-13 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Details
      </summary>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 pt-2 pb-4 sm:grid-cols-3 lg:grid-cols-4">
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name} className="flex flex-col gap-0.5">
                <dt className="text-12 text-muted">{name}</dt>
                <dd className="font-medium text-14 tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  )
}
