import { NotBuiltYet } from '../../ui/not-built-yet.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

export function WatchPage() {
  return (
    <>
      <PageHeading title="Video" />
      <NotBuiltYet />
    </>
  )
}
