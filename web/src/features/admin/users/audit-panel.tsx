import type { AuditEntry } from '@video-forge/contract/admin/admin-users'
import { sentences } from '@video-forge/contract/sentences'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { useAudit } from '../admin-queries.ts'
import { EmptyNote } from '../empty-note.tsx'
import { Pager } from '../pager.tsx'
import { useSearchedPages } from '../use-searched-pages.ts'

const pageSize = 20

const columns: Column<AuditEntry>[] = [
  {
    name: 'Time',
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap text-13 text-muted tabular-nums">
        {new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })}
      </time>
    ),
  },
  { name: 'By', cell: ({ actor }) => actor },
  { name: 'Action', cell: ({ action }) => <span className="whitespace-nowrap">{action}</span> },
  { name: 'Target', cell: ({ target }) => <span className="break-words">{target ?? '–'}</span> },
  { name: 'Details', wide: true, cell: ({ details }) => <span className="break-words text-12 text-muted">{summaryOf(details)}</span> },
]

/** Every admin action and every API key. The log is append-only. */
export function AuditPanel() {
  const { query, field, page, goTo } = useSearchedPages(pageSize)
  const audit = useAudit(query)
  return (
    <Panel title="Audit log" hint="Every admin action, and every API key. Entries cannot be edited or deleted.">
      <SearchField label="Search the audit log" {...field} />
      <QueryView query={audit} failed={sentences.adminFailed} skeleton="h-64">
        {({ entries, nextCursor }) =>
          entries.length === 0 ? (
            <EmptyNote>No entries yet.</EmptyNote>
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

const summaryOf = (details: AuditEntry['details']): string =>
  Object.entries(details)
    .filter(([, value]) => !Array.isArray(value))
    .map(([name, value]) => `${name}: ${value === null ? 'none' : String(value)}`)
    .join(', ')
