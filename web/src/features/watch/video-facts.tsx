import type { VideoDetails } from '@video-forge/contract/gallery'
import { formatLongDate } from '../../format/dates.ts'
import { formatDuration } from '../../format/duration.ts'

const factsOf = (video: VideoDetails): [name: string, value: string][] => [
  ['Duration', video.duration === null ? 'Unknown' : formatDuration(video.duration)],
  ['Resolution', video.resolution ?? 'N/A'],
  ['Video codec', video.videoCodec ?? 'N/A'],
  ['Audio codec', video.audioCodec ?? 'N/A'],
  ['Uploaded', formatLongDate(video.createdAt)],
]

export const VideoFacts = ({ video }: { video: VideoDetails }) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line border-t pt-6 sm:grid-cols-3 lg:grid-cols-5">
    {factsOf(video).map(([name, value]) => (
      <div key={name} className="flex flex-col gap-0.5">
        <dt className="text-12 text-muted">{name}</dt>
        <dd className="font-medium text-14 tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)
