import { type UserSort, userSorts } from '@video-forge/contract/rules/admin-rules'
import { sentences } from '@video-forge/contract/sentences'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../format/count.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useAdminUsers } from '../admin-queries.ts'
import { OptionSelect } from '../option-select.tsx'
import { Pager } from '../pager.tsx'
import { type UserActions, UserTable } from './user-table.tsx'

const pageSize = 25
const sortNames: Record<UserSort, string> = {
  newest: 'Newest',
  name: 'Name A-Z',
  videos: 'Most videos',
  bytes: 'Most storage',
  'last-sign-in': 'Last sign-in',
}

const sortOptions = userSorts.map((sort) => [sort, sortNames[sort]] as const)

export function UserBrowser(actions: UserActions) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<UserSort>('newest')
  const [page, setPage] = useState(1)
  const searched = useDebounced(search.trim(), 300)
  const users = useAdminUsers({ sort, page, limit: pageSize, ...(searched && { search: searched }) })
  return (
    <section aria-label="All users" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchField
          label="Search name or email"
          value={search}
          onChange={(text) => {
            setPage(1)
            setSearch(text)
          }}
        />
        <OptionSelect
          label="Sort users"
          options={sortOptions}
          value={sort}
          onChange={(chosen) => {
            setPage(1)
            setSort(chosen)
          }}
        />
      </div>
      <QueryView query={users} failed={sentences.adminFailed} skeleton="h-96">
        {({ result, total }) =>
          result.length === 0 ? (
            <EmptyState icon={Users} title="No users found" text="No name or e-mail address contains this." />
          ) : (
            <div className="flex min-w-0 flex-col gap-3">
              <UserTable users={result} {...actions} />
              <Pager label="users" page={page} total={formatCount(total, 'user')} hasNext={page * pageSize < total} onPage={setPage} />
            </div>
          )
        }
      </QueryView>
    </section>
  )
}
