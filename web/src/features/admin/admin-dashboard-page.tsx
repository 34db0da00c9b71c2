import { NotBuiltYet } from '../../ui/not-built-yet.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const tabs = ['System Status', 'Job Management', 'Storage Management', 'User Management']

export function AdminDashboardPage() {
  return (
    <>
      <PageHeading title="Admin Dashboard" />
      <Tabs label="Administration" tabs={tabs.map((name) => ({ name, content: <NotBuiltYet /> }))} />
    </>
  )
}
