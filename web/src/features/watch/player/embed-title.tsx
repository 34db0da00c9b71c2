import type { VideoDetails } from '@video-forge/contract/gallery'
import { ExternalLink } from 'lucide-react'
import { accessQuery } from '../../../videos-view/video-access.ts'
import { titleOf } from '../../../videos-view/video-title.ts'

/** The title over the video. It opens the video page in a new tab. */
export const EmbedTitle = ({ video, link }: { video: VideoDetails; link: string | undefined }) => (
  <h1 className="min-w-0">
    <a
      href={`/video/${video.id}${accessQuery(video.id, link)}`}
      target="_blank"
      rel="noopener"
      className="flex h-9 items-center gap-2 rounded-control bg-stage/85 px-3 font-medium text-13 text-on-stage hover:underline pointer-coarse:h-10"
    >
      <span className="truncate">{titleOf(video)}</span>
      <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">opens in a new tab</span>
    </a>
  </h1>
)
