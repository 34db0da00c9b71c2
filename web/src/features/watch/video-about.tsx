import type { VideoDetails } from '@video-forge/contract/gallery'
import { Globe, Lock } from 'lucide-react'
import { Badge } from '../../ui/feedback/badge.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { titleOf } from '../../videos-view/video-title.ts'
import { VideoActions } from './video-actions.tsx'
import { VideoFacts } from './video-facts.tsx'

const VisibilityBadge = ({ visibility }: Pick<VideoDetails, 'visibility'>) => {
  const Icon = visibility === 'private' ? Lock : Globe
  return (
    <Badge>
      <Icon aria-hidden="true" className="size-3" />
      {visibility === 'private' ? 'Private' : 'Public'}
    </Badge>
  )
}

/** Everything under the player: title, description, facts and actions. */
export const VideoAbout = ({ video, onDeleted }: { video: VideoDetails; onDeleted: () => void }) => (
  <div className="flex flex-col gap-6">
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="wrap-anywhere flex min-w-0 flex-col items-start gap-2">
        <PageHeading title={titleOf(video)} />
        <VisibilityBadge visibility={video.visibility} />
      </div>
      {/* On a phone the description comes before the buttons; on a wide screen the buttons are beside the title. */}
      {video.description && (
        <div className="w-full sm:order-last">
          <p className="wrap-anywhere max-w-form whitespace-pre-line text-14">{video.description}</p>
        </div>
      )}
      <VideoActions video={video} onDeleted={onDeleted} />
    </div>
    <VideoFacts video={video} />
  </div>
)
