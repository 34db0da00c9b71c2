import type { AdminUser } from '@video-forge/contract/admin/admin-users'
import { Gauge, KeyRound, type LucideIcon, Mail, ShieldPlus, Trash2, UserCheck, UserX } from 'lucide-react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { formatRelativeDate } from '../../../format/dates.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { RowMenu } from '../row-menu.tsx'

export type UserAction = 'promote' | 'permissions' | 'quota' | 'reset' | 'disable' | 'enable' | 'delete'

export interface UserActions {
  /** The admin's own id: some actions are not offered on oneself. */
  ownId: string | undefined
  /** Called with the button that opened the menu, which gets the focus back. */
  onAction: (action: UserAction, user: AdminUser, button: HTMLElement | null) => void
}

const actionNames: Record<UserAction, { name: string; icon: LucideIcon }> = {
  promote: { name: 'Make admin', icon: ShieldPlus },
  permissions: { name: 'View permissions', icon: KeyRound },
  quota: { name: 'Set quota', icon: Gauge },
  reset: { name: 'Send password reset', icon: Mail },
  disable: { name: 'Disable', icon: UserX },
  enable: { name: 'Enable', icon: UserCheck },
  delete: { name: 'Delete', icon: Trash2 },
}

function actionsFor(user: AdminUser, ownId: string | undefined): UserAction[] {
  const actions: UserAction[] = user.role === 'admin' ? ['permissions', 'quota'] : ['promote', 'permissions', 'quota']
  return user.id === ownId ? actions : [...actions, 'reset', user.disabled ? 'enable' : 'disable', 'delete']
}

/** Why an action is not possible now. */
function obstacleTo(action: UserAction, { status, disabled }: AdminUser): string | undefined {
  if (action === 'promote' && status !== 'CONFIRMED') return 'Has not confirmed the e-mail address yet'
  if (action === 'reset' && disabled) return 'Is disabled'
  return undefined
}

export function UserTable({ users, ownId, onAction }: UserActions & { users: readonly AdminUser[] }) {
  const columns: Column<AdminUser>[] = [
    ...dataColumns,
    {
      name: 'Actions',
      numeric: true,
      cell: (user) => (
        <RowMenu
          name={user.username}
          items={actionsFor(user, ownId).map((action) => ({
            ...actionNames[action],
            blocked: obstacleTo(action, user),
            onSelect: (button: HTMLElement | null) => onAction(action, user, button),
          }))}
        />
      ),
    },
  ]
  return <Table caption="Users" columns={columns} rows={users} rowKey={({ id }) => id} />
}

const dataColumns: Column<AdminUser>[] = [
  { name: 'User', cell: (user) => <UserName user={user} /> },
  { name: 'Status', wide: true, cell: (user) => <UserStatus user={user} /> },
  { name: 'Role', wide: true, cell: ({ role }) => role },
  { name: 'Groups', wide: true, cell: ({ groups }) => groups.join(', ') },
  { name: 'Videos', numeric: true, wide: true, cell: ({ videos }) => videos.toLocaleString('en') },
  {
    name: 'Storage',
    numeric: true,
    wide: true,
    cell: ({ bytes, quotaBytes }) => (
      <span className="whitespace-nowrap">
        {formatBytes(bytes)}
        {quotaBytes !== null && <span className="block text-12 text-muted">of {formatBytes(quotaBytes)}</span>}
      </span>
    ),
  },
  {
    name: 'Jobs at once',
    numeric: true,
    wide: true,
    cell: ({ activeJobs, quotaJobs }) => (
      <span className="whitespace-nowrap">
        {activeJobs}
        {quotaJobs !== null && <span className="text-muted"> of {quotaJobs}</span>}
      </span>
    ),
  },
  {
    name: 'Last sign-in',
    wide: true,
    cell: ({ lastSignInAt }) => (
      <span className="whitespace-nowrap text-13 text-muted">{lastSignInAt ? formatRelativeDate(lastSignInAt) : 'Never'}</span>
    ),
  },
]

/** On a phone it also carries what the hidden columns show. */
const UserName = ({ user }: { user: AdminUser }) => (
  <div className="flex min-w-36 max-w-64 flex-col py-1.5">
    <span className="truncate font-medium">{user.username}</span>
    <span className="truncate text-12 text-muted">{user.email}</span>
    <div className="mt-1 flex flex-wrap items-center gap-2 text-12 text-muted sm:hidden">
      <UserStatus user={user} />
      {user.role}, {formatCount(user.videos, 'video')}, {formatBytes(user.bytes)}
    </div>
  </div>
)

function UserStatus({ user: { disabled, status } }: { user: AdminUser }) {
  if (disabled) return <Badge tone="bad">Disabled</Badge>
  return status === 'CONFIRMED' ? <Badge tone="good">Confirmed</Badge> : <Badge tone="warn">Unconfirmed</Badge>
}
