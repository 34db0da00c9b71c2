import { NotBuiltYet } from '../../ui/not-built-yet.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

export function JobPage() {
  return (
    <>
      <PageHeading title="Job" />
      <NotBuiltYet />
    </>
  )
}
