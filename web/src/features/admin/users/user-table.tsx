import type { AdminUser } from '@video-forge/contract/admin/admin-users'
import { Gauge, KeyRound, type LucideIcon, Mail, MoreHorizontal, ShieldPlus, Trash2, UserCheck, UserX } from 'lucide-react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { formatRelativeDate } from '../../../format/dates.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

export type UserAction = 'promote' | 'permissions' | 'quota' | 'reset' | 'disable' | 'enable' | 'delete'

export interface UserActions {
  /** Whose acts on themselves are left out. */
  ownId: string | undefined
  /** With the button it was chosen at, which gets the focus back. */
  onAction: (act: UserAction, user: AdminUser, button: HTMLElement | null) => void
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
  const acts: UserAction[] = user.role === 'admin' ? ['permissions', 'quota'] : ['promote', 'permissions', 'quota']
  return user.id === ownId ? acts : [...acts, 'reset', user.disabled ? 'enable' : 'disable', 'delete']
}

/** Why an act is not possible now. */
function obstacleTo(act: UserAction, { status, disabled }: AdminUser): string | undefined {
  if (act === 'promote' && status !== 'CONFIRMED') return 'Has not confirmed the e-mail address yet'
  if (act === 'reset' && disabled) return 'Is disabled'
  return undefined
}

export function UserTable({ users, ownId, onAction }: UserActions & { users: readonly AdminUser[] }) {
  const columns: Column<AdminUser>[] = [
    {
      name: 'User',
      cell: (user) => (
        <div className="flex min-w-36 max-w-64 flex-col py-1.5">
          <span className="truncate font-medium">{user.username}</span>
          <span className="truncate text-12 text-muted">{user.email}</span>
          <div className="mt-1 flex flex-wrap items-center gap-2 text-12 text-muted sm:hidden">
            <Standing user={user} />
            {user.role}, {formatCount(user.videos, 'video')}, {formatBytes(user.bytes)}
          </div>
        </div>
      ),
    },
    { name: 'Status', wide: true, cell: (user) => <Standing user={user} /> },
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
    {
      name: 'Actions',
      numeric: true,
      cell: (user) => (
        <Menu
          trigger={
            <button type="button" aria-label={`Actions for ${user.username}`} className={buttonClass('quiet', 'icon')}>
              <MoreHorizontal aria-hidden="true" className="size-4" />
            </button>
          }
          items={actionsFor(user, ownId).map((act) => ({
            ...actionNames[act],
            blocked: obstacleTo(act, user),
            onSelect: (button: HTMLElement | null) => onAction(act, user, button),
          }))}
        />
      ),
    },
  ]
  return <Table caption="Users" columns={columns} rows={users} rowKey={({ id }) => id} />
}

function Standing({ user: { disabled, status } }: { user: AdminUser }) {
  if (disabled) return <Badge tone="bad">Disabled</Badge>
  return status === 'CONFIRMED' ? <Badge tone="good">Confirmed</Badge> : <Badge tone="warn">Unconfirmed</Badge>
}
