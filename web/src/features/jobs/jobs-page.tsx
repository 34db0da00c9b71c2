import { NotBuiltYet } from '../../ui/not-built-yet.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

export function JobsPage() {
  return (
    <>
      <PageHeading title="My Videos" />
      <NotBuiltYet />
    </>
  )
}
