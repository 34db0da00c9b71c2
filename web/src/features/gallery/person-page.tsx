import { useQuery } from '@tanstack/react-query'
import type { Person } from '@video-forge/contract/people'
import { Clapperboard } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { formatCount } from '../../format/count.ts'
import { formatLongDate } from '../../format/dates.ts'
import { call } from '../../session/call.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useDocumentTitle } from '../../ui/document-title.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { MissingPage } from '../../ui/feedback/missing-page.tsx'
import { Skeleton, SkeletonLines } from '../../ui/feedback/skeleton.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { videoKeys } from '../../videos-view/video-keys.ts'
import { useGallery } from './gallery-query.ts'
import { PersonPlaylists } from './person-playlists.tsx'
import { UploadLink } from './upload-link.tsx'
import { GridSkeleton } from './video-grid.tsx'
import { VideoList } from './video-list.tsx'

/** The public page of a person: their name and their public videos. */
export function PersonPage() {
  const { username = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: videoKeys.person(username),
    queryFn: async ({ signal }) => (await call('GET /people/{username}', { params: { username } }, { signal })).person,
  })
  if (isPending) return <PersonSkeleton />
  if (error instanceof ApiError && (error.isNotFound || error.status === 400)) {
    return (
      <MissingPage
        title="Page not found"
        text="There is nobody with public videos under this name."
        action={
          <ButtonLink to="/gallery" kind="primary">
            Browse videos
          </ButtonLink>
        }
      />
    )
  }
  if (!data) {
    return (
      <>
        <h1 className="sr-only">{username}</h1>
        <ErrorState
          title="The page could not be loaded"
          text={error?.message ?? ''}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      </>
    )
  }
  return <PersonVideos person={data} />
}

function PersonVideos({ person }: { person: Person }) {
  const list = useGallery({ owner: person.username, visibility: 'public' })
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar name={person.name} size="large" />
        <PageHeading
          title={person.name}
          subtitle={`${formatCount(person.videoCount, 'video')} · Here since ${formatLongDate(person.since)}`}
        />
      </div>
      <PersonPlaylists username={person.username} />
      <VideoList
        list={list}
        announcesCount={false}
        whenEmpty={
          <EmptyState
            icon={Clapperboard}
            title="No public videos yet"
            text="This is your public page. Others can open it once you have a public video."
            action={<UploadLink />}
          />
        }
      />
    </>
  )
}

function PersonSkeleton() {
  useDocumentTitle('Person')
  return (
    <>
      <h1 className="sr-only">Person</h1>
      <div className="flex items-center gap-4">
        <Skeleton className="size-16 rounded-full" />
        <SkeletonLines lines={['h-8 w-48', 'h-4 w-64 max-w-full']} />
      </div>
      <GridSkeleton />
    </>
  )
}
