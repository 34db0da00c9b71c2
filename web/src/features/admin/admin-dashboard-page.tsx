import { useSearchParams } from 'react-router'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { JobManagement } from './jobs/job-management.tsx'
import { StorageManagement } from './storage/storage-management.tsx'
import { SystemStatus } from './system/system-status.tsx'
import { UserManagement } from './users/user-management.tsx'

const tabs = [
  { name: 'System Status', param: 'status', content: <SystemStatus /> },
  { name: 'Job Management', param: 'jobs', content: <JobManagement /> },
  { name: 'Storage Management', param: 'storage', content: <StorageManagement /> },
  { name: 'User Management', param: 'users', content: <UserManagement /> },
]

/** The open tab is in the URL, so that links, reloads and the back button show the same one. */
export function AdminDashboardPage() {
  const [params, setParams] = useSearchParams()
  const open = Math.max(
    0,
    tabs.findIndex(({ param }) => param === params.get('tab')),
  )
  const choose = (index: number) => {
    const param = tabs[index]?.param ?? 'status'
    setParams(param === 'status' ? {} : { tab: param })
  }
  return (
    <>
      <PageHeading title="Admin Dashboard" />
      <Tabs label="Administration" tabs={tabs} open={open} onOpen={choose} />
    </>
  )
}
