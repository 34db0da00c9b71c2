import { NotBuiltYet } from '../../ui/not-built-yet.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

export function DashboardPage() {
  return (
    <>
      <PageHeading title="Dashboard" />
      <NotBuiltYet />
    </>
  )
}
