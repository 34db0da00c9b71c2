import { type UserSort, userSorts } from '@video-forge/contract/rules/admin-rules'
import { sentences } from '@video-forge/contract/sentences'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../format/count.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useAdminUsers } from '../admin-queries.ts'
import { Pager } from '../pager.tsx'
import { QueryView } from '../query-view.tsx'
import { SearchField } from '../search-field.tsx'
import { type UserActions, UserTable } from './user-table.tsx'

const pageSize = 25
const sortNames: Record<UserSort, string> = {
  newest: 'Newest',
  name: 'Name A-Z',
  videos: 'Most videos',
  bytes: 'Most storage',
  'last-sign-in': 'Last sign-in',
}

export function UserBrowser(acts: UserActions) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<UserSort>('newest')
  const [page, setPage] = useState(1)
  const settled = useDebounced(search.trim(), 300)
  const users = useAdminUsers({ sort, page, limit: pageSize, ...(settled && { search: settled }) })
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
        <Select
          aria-label="Sort users"
          className="w-full sm:w-44"
          value={sort}
          onChange={(event) => {
            setPage(1)
            setSort(userSorts.find((each) => each === event.target.value) ?? 'newest')
          }}
        >
          {userSorts.map((each) => (
            <option key={each} value={each}>
              {sortNames[each]}
            </option>
          ))}
        </Select>
      </div>
      <QueryView query={users} failed={sentences.adminFailed} skeleton="h-96">
        {({ result, total }) =>
          result.length === 0 ? (
            <EmptyState icon={Users} title="No user found" text="Nobody's name or address contains this." />
          ) : (
            <div className="flex min-w-0 flex-col gap-3">
              <UserTable users={result} {...acts} />
              <Pager label="users" page={page} total={formatCount(total, 'user')} hasNext={page * pageSize < total} onPage={setPage} />
            </div>
          )
        }
      </QueryView>
    </section>
  )
}
