import type { Invitation } from '@video-forge/contract/accounts/invitations'
import { emailProblem } from '@video-forge/contract/rules/account-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useRef, useState } from 'react'
import { formatLongDate } from '../../../format/dates.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAdminInvitations } from '../admin-queries.ts'
import { EmptyNote } from '../empty-note.tsx'
import { Pager } from '../pager.tsx'
import { useAction } from '../use-action.ts'
import { useCursorPages } from '../use-cursor-pages.ts'

const pageSize = 20

const columnsWith = (onRevoke: (invitation: Invitation) => void): Column<Invitation>[] => [
  { name: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { name: 'Invited by', wide: true, cell: ({ invitedBy }) => invitedBy ?? '–' },
  {
    name: 'Expires',
    cell: ({ expiresAt, isExpired }) =>
      isExpired ? <Badge tone="warn">Expired</Badge> : <time dateTime={expiresAt}>{formatLongDate(expiresAt)}</time>,
  },
  {
    name: 'Action',
    numeric: true,
    cell: (invitation) => (
      <Button size="small" aria-label={`Revoke the invitation of ${invitation.email}`} onClick={() => onRevoke(invitation)}>
        Revoke
      </Button>
    ),
  },
]

/** Invites people by mail, and lists the invitations that nobody has used yet. */
export function InvitationsPanel() {
  const { page, cursor, goTo } = useCursorPages()
  const invitations = useAdminInvitations({ limit: pageSize, ...(cursor && { cursor }) })
  const panel = useRef<HTMLDivElement>(null)
  const revoke = useAction(async ({ id, email }: Invitation) => {
    await call('DELETE /admin/invitations/{id}', { params: { id } })
    panel.current?.focus()
    return `The invitation of ${email} is revoked.`
  })
  return (
    <Panel title="Invitations" hint={`A mail with a link to create an account. It works once, for ${limits.invitationDays} days.`}>
      <div ref={panel} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none">
        <InviteForm />
        <ActionResult failed="The invitation could not be revoked. Please try again." error={revoke.error} done={revoke.data} />
        <QueryView query={invitations} failed={sentences.adminFailed} skeleton="h-24">
          {({ invitations: listed, nextCursor }) =>
            listed.length === 0 ? (
              <EmptyNote>No open invitations.</EmptyNote>
            ) : (
              <>
                <Table caption="Open invitations" columns={columnsWith(revoke.mutate)} rows={listed} rowKey={({ id }) => id} />
                {(page > 1 || nextCursor) && (
                  <Pager label="the invitations" page={page} hasNext={nextCursor !== null} onPage={(to) => goTo(to, nextCursor)} />
                )}
              </>
            )
          }
        </QueryView>
      </div>
    </Panel>
  )
}

function InviteForm() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const invite = useAction(async (address: string) => {
    const { invitation } = await call('POST /admin/invitations', { body: { email: address } })
    setEmail('')
    return `${invitation.email} is invited.`
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = email.trim()
    const wrong = address === '' ? sentences.allFieldsRequired : emailProblem(address)
    setProblem(wrong)
    if (!wrong && !invite.isPending) invite.mutate(address)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 max-w-md flex-1 basis-60">
          <TextField
            label="Invite by e-mail"
            type="email"
            name="email"
            autoComplete="off"
            placeholder="name@example.com"
            error={problem}
            value={email}
            onValueChange={setEmail}
          />
        </div>
        <Button type="submit" className="mt-6.5" pending={invite.isPending}>
          Invite
        </Button>
      </div>
      <ActionResult failed="The invitation could not be sent. Please try again." error={invite.error} done={invite.data} />
    </form>
  )
}
