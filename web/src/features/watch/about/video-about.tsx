import type { VideoDetails } from '@video-forge/contract/gallery'
import { Globe, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { formatLongDate } from '../../../format/dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { personPath } from '../../../videos-view/person-path.ts'
import { titleOf } from '../../../videos-view/video-title.ts'
import { viewsOf } from '../../../videos-view/video-views.ts'
import { VideoActions } from '../video-actions.tsx'
import { ChapterList } from './chapter-list.tsx'
import { Description } from './description.tsx'
import { TagLinks } from './tag-links.tsx'
import { VideoFacts } from './video-facts.tsx'

const VisibilityBadge = ({ visibility, hasPassword }: Pick<VideoDetails, 'visibility' | 'hasPassword'>) => {
  const Icon = visibility === 'private' || hasPassword ? Lock : Globe
  return (
    <Badge>
      <Icon aria-hidden="true" className="size-3" />
      {visibility === 'private' ? 'Private' : hasPassword ? 'Password' : 'Public'}
    </Badge>
  )
}

interface VideoAboutProps {
  video: VideoDetails
  link: string | undefined
  onDeleted: () => void
}

/** Everything under the player: title, owner, date, actions, description, chapters, tags and details. */
export const VideoAbout = ({ video, link, onDeleted }: VideoAboutProps) => (
  <div className="flex flex-col gap-5">
    <div className="wrap-anywhere flex min-w-0 flex-col gap-3">
      <PageHeading title={titleOf(video)} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
          {video.owner && (
            <Link to={personPath(video.owner.username)} className="flex min-h-10 min-w-0 items-center gap-2.5 font-medium hover:underline">
              <Avatar name={video.owner.name} />
              <span className="truncate">{video.owner.name}</span>
            </Link>
          )}
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted tabular-nums">
            {viewsOf(video) && <span className="after:pl-2 after:content-['·']">{viewsOf(video)}</span>}
            <time dateTime={video.createdAt}>{formatLongDate(video.createdAt)}</time>
            <VisibilityBadge visibility={video.visibility} hasPassword={video.hasPassword} />
          </p>
        </div>
        <VideoActions video={video} link={link} onDeleted={onDeleted} />
      </div>
    </div>
    <Description video={video} />
    <ChapterList video={video} />
    <TagLinks tags={video.tags} />
    <VideoFacts video={video} />
  </div>
)
