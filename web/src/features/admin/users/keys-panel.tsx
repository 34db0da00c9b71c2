import type { OwnedKey } from '@video-forge/contract/accounts/keys'
import { sentences } from '@video-forge/contract/sentences'
import { useRef, useState } from 'react'
import { endOf, KeyScopes, lastUseOf } from '../../../keys-view/key-facts.tsx'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAdminKeys } from '../admin-queries.ts'
import { EmptyNote } from '../empty-note.tsx'
import { Pager } from '../pager.tsx'
import { useAction } from '../use-action.ts'
import { useSearchedPages } from '../use-searched-pages.ts'

const pageSize = 20

const columnsWith = (onRevoke: (key: OwnedKey) => void): Column<OwnedKey>[] => [
  { name: 'User', cell: ({ owner }) => owner.username },
  {
    name: 'Key',
    cell: ({ name, prefix }) => (
      <span className="flex flex-col py-2">
        <span className="break-words">{name}</span>
        <code className="text-12 text-muted">{prefix}…</code>
      </span>
    ),
  },
  { name: 'Scopes', cell: (key) => <KeyScopes {...key} /> },
  {
    name: 'Use',
    wide: true,
    cell: (key) => (
      <span className="text-13 text-muted">
        {lastUseOf(key)}, {endOf(key)}
      </span>
    ),
  },
  {
    name: 'Action',
    numeric: true,
    cell: (key) => (
      <Button size="small" aria-label={`Revoke ${key.name} of ${key.owner.username}`} onClick={() => onRevoke(key)}>
        Revoke
      </Button>
    ),
  },
]

/** The API keys of all users. */
export function KeysPanel() {
  const { query, searched, field, page, goTo } = useSearchedPages(pageSize)
  const [revoked, setRevoked] = useState<OwnedKey>()
  const panel = useRef<HTMLDivElement>(null)
  const keys = useAdminKeys(query)
  const revoke = useAction(async ({ id }: OwnedKey) => {
    await call('DELETE /admin/keys/{id}', { params: { id } })
    setRevoked(undefined)
  })
  return (
    <Panel title="API keys" hint="What programs use in the name of people. Keys themselves are never shown.">
      <div ref={panel} tabIndex={-1} className="flex min-w-0 flex-col gap-3 outline-none">
        <SearchField label="Search API keys" {...field} />
        <QueryView query={keys} failed={sentences.adminFailed} skeleton="h-32">
          {({ keys: listed, nextCursor }) =>
            listed.length === 0 ? (
              <EmptyNote>{searched ? 'No key matches.' : 'Nobody has a key yet.'}</EmptyNote>
            ) : (
              <>
                <Table caption="API keys of all users" columns={columnsWith(setRevoked)} rows={listed} rowKey={({ id }) => id} />
                {(page > 1 || nextCursor) && (
                  <Pager label="the API keys" page={page} hasNext={nextCursor !== null} onPage={(to) => goTo(to, nextCursor)} />
                )}
              </>
            )
          }
        </QueryView>
      </div>
      <AlertDialog
        open={revoked !== undefined}
        onOpenChange={() => {
          revoke.reset()
          setRevoked(undefined)
        }}
        returnFocusTo={panel}
        title={`Revoke “${revoked?.name ?? ''}” of ${revoked?.owner.username ?? ''}?`}
        description="Programs that use it are refused from now on. This cannot be undone."
        confirm="Revoke"
        destructive
        pending={revoke.isPending}
        onConfirm={() => revoked && revoke.mutate(revoked)}
      >
        <ActionResult failed="The key could not be revoked. Please try again." error={revoke.error} />
      </AlertDialog>
    </Panel>
  )
}
