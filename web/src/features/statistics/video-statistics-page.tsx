import { useQuery } from '@tanstack/react-query'
import { sentences } from '@video-forge/contract/sentences'
import { useParams } from 'react-router'
import { withDefaultMessage } from '../../api/with-default-message.ts'
import { call } from '../../session/call.ts'
import { StatisticsView } from '../../statistics-view/statistics-view.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SubpageHeading } from '../../ui/subpage-heading.tsx'
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
      <SubpageHeading back={{ to: `/video/${id}`, name: 'Back to the video' }} title="Statistics" subtitle={video ? titleOf(video) : ' '} />
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
