// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '../../../../test-support/fake-api.ts'
import { resetAfterEach, signInBeforeEach } from '../../../../test-support/page-test.ts'
import { InvitationsPanel } from './invitations-panel.tsx'

signInBeforeEach()
resetAfterEach()

const invitation = {
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'new@example.com',
  invitedBy: 'admin',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-08T00:00:00.000Z',
  isExpired: false,
}

test('invites by e-mail after a look at the address, lists what is open, and revokes it', async () => {
  let open: object[] = []
  let isDown = true
  const seen = fakeApi({
    'GET /admin/invitations': () => ({ body: { success: true, invitations: open, nextCursor: null } }),
    'POST /admin/invitations': () => {
      if (isDown) return failure(503, 'UNAVAILABLE', 'The invitation could not be mailed right now. Please try again later.')
      open = [invitation]
      return { status: 201, body: { success: true, invitation } }
    },
    [`DELETE /admin/invitations/${invitation.id}`]: () => {
      open = []
      return { body: { success: true, result: { revoked: true } } }
    },
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <InvitationsPanel />
    </QueryClientProvider>,
  )
  const invite = (email: string) => {
    fireEvent.change(screen.getByLabelText('Invite by e-mail'), { target: { value: email } })
    fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
  }
  await screen.findByText('No open invitations.')
  invite('nobody')
  expect(seen.some(({ key }) => key.startsWith('POST'))).toBe(false)
  invite('new@example.com')
  await screen.findByText(/could not be mailed right now/)
  isDown = false
  invite(' new@example.com ')
  await screen.findByText('new@example.com is invited.')
  expect(seen.findLast(({ key }) => key.startsWith('POST'))?.body).toEqual({ email: 'new@example.com' })
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke the invitation of new@example.com' }))
  await screen.findByText('No open invitations.')
})
