import { NotBuiltYet } from '../../ui/not-built-yet.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

export function SearchPage() {
  return (
    <>
      <PageHeading title="Discover Amazing Videos" />
      <NotBuiltYet />
    </>
  )
}
