import type { AuditEntry } from '@video-forge/contract/admin/admin-users'
import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { type Column, Table } from '../../../ui/table.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useAudit } from '../admin-queries.ts'
import { Pager } from '../pager.tsx'
import { Panel } from '../panel.tsx'
import { QueryView } from '../query-view.tsx'
import { SearchField } from '../search-field.tsx'
import { useCursorPages } from '../use-cursor-pages.ts'

const pageSize = 20

const columns: Column<AuditEntry>[] = [
  {
    name: 'When',
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap text-13 text-muted tabular-nums">
        {new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })}
      </time>
    ),
  },
  { name: 'Who', cell: ({ actor }) => actor },
  { name: 'What', cell: ({ action }) => <span className="whitespace-nowrap">{action}</span> },
  { name: 'To whom or what', cell: ({ target }) => <span className="break-words">{target ?? '–'}</span> },
  { name: 'Details', wide: true, cell: ({ details }) => <span className="break-words text-12 text-muted">{inWords(details)}</span> },
]

/** Every act of an admin. It can be read and never changed. */
export function AuditPanel() {
  const [search, setSearch] = useState('')
  const { page, cursor, goTo, restart } = useCursorPages()
  const settled = useDebounced(search.trim(), 300)
  const audit = useAudit({ limit: pageSize, ...(settled && { search: settled }), ...(cursor && { cursor }) })
  return (
    <Panel title="Audit log" hint="Every act of an admin. Nobody can change it.">
      <SearchField
        label="Search the audit log"
        value={search}
        onChange={(text) => {
          restart()
          setSearch(text)
        }}
      />
      <QueryView query={audit} failed={sentences.adminFailed} skeleton="h-64">
        {({ entries, nextCursor }) =>
          entries.length === 0 ? (
            <p className="rounded-surface border border-line border-dashed px-4 py-6 text-center text-13 text-muted">
              Nothing is written down here.
            </p>
          ) : (
            <div className="flex min-w-0 flex-col gap-3">
              <Table caption="Audit log entries" columns={columns} rows={entries} rowKey={({ id }) => id} />
              <Pager label="the audit log" page={page} hasNext={nextCursor !== null} onPage={(to) => goTo(to, nextCursor)} />
            </div>
          )
        }
      </QueryView>
    </Panel>
  )
}

const inWords = (details: AuditEntry['details']): string =>
  Object.entries(details)
    .filter(([, value]) => !Array.isArray(value))
    .map(([name, value]) => `${name}: ${value === null ? 'none' : String(value)}`)
    .join(', ')
