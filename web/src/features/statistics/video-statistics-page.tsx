import { useQuery } from '@tanstack/react-query'
import { sentences } from '@video-forge/contract/sentences'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { withDefaultMessage } from '../../api/with-default-message.ts'
import { call } from '../../session/call.ts'
import { StatisticsView } from '../../statistics-view/statistics-view.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { videoKeys } from '../../videos-view/video-keys.ts'
import { titleOf } from '../../videos-view/video-title.ts'

/** What viewers did with one video, for its owner and admins. */
export function VideoStatisticsPage() {
  const { id = '' } = useParams()
  const { data: video, error } = useQuery({
    queryKey: videoKeys.one(id, undefined),
    queryFn: async ({ signal }) =>
      (await withDefaultMessage(sentences.videoFailed, call('GET /gallery/videos/{id}', { params: { id }, query: {} }, { signal }))).video,
  })
  const refusal = error?.message ?? (video && !video.canEdit ? 'Only the owner of this video can see its statistics.' : undefined)
  return (
    <>
      <div className="flex flex-col gap-4">
        <Link
          to={`/video/${id}`}
          className="inline-flex min-h-6 items-center gap-1.5 self-start pointer-coarse:min-h-11 text-13 text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to the video
        </Link>
        <PageHeading title="Statistics" subtitle={video ? titleOf(video) : ' '} />
      </div>
      {refusal ? (
        <ErrorState
          title={refusal}
          text="Statistics are for the owner of a video and for admins."
          action={<ButtonLink to="/gallery">Back to Gallery</ButtonLink>}
        />
      ) : (
        <StatisticsView
          scope={{ kind: 'video', id }}
          fileName={`statistics-${id}`}
          duration={video?.duration ?? undefined}
          emptyAction={
            <ButtonLink to={`/video/${id}`} kind="primary">
              Open the video to share it
            </ButtonLink>
          }
        />
      )}
    </>
  )
}
