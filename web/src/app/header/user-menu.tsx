import type { User } from '@video-forge/contract/accounts/accounts'
import { ChartNoAxesColumn, History, ListChecks, ListVideo, LogOut, UserRound } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signOut } from '../../session/sign-out.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

const roleNames = { admin: 'Admin', user: 'User' } as const

export function UserMenu({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()
  const { isLeaving, leave } = useLeave()
  return (
    <>
      <Menu
        trigger={<MenuButton ref={trigger} user={user} />}
        header={
          <span className="flex flex-col">
            <span className="truncate font-medium">{user.username}</span>
            <span className="truncate text-13 text-muted">{[roleNames[user.role], user.email].filter(Boolean).join(' · ')}</span>
          </span>
        }
        items={[
          { name: 'Account', icon: UserRound, onSelect: () => void navigate('/account') },
          { name: 'Your playlists', icon: ListVideo, onSelect: () => void navigate('/playlists') },
          { name: 'History', icon: History, onSelect: () => void navigate('/history') },
          // Somebody who only administrates has no videos.
          ...(user.groups.includes('user')
            ? [{ name: 'Statistics', icon: ChartNoAxesColumn, onSelect: () => void navigate('/statistics') }]
            : []),
          { name: 'Tasks', icon: ListChecks, onSelect: () => void navigate('/tasks') },
          { name: 'Sign out', icon: LogOut, onSelect: () => setAsking(true) },
        ]}
      />
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Sign out?"
        description="Running jobs continue while you are signed out."
        confirm="Sign out"
        pending={isLeaving}
        returnFocusTo={trigger}
        onConfirm={leave}
      />
    </>
  )
}

/** Goes to the start page and then signs out, so that the next sign-in does not return to the current page. */
function useLeave() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (isLeaving && pathname === '/') void signOut()
  }, [isLeaving, pathname])
  return {
    isLeaving,
    leave: () => {
      setLeaving(true)
      void navigate('/')
    },
  }
}

/** The menu passes its own properties to the button that opens it. */
const MenuButton = ({ user, ...rest }: ComponentProps<'button'> & { user: User }) => (
  <button
    {...rest}
    type="button"
    aria-label={`Account of ${user.username}, ${roleNames[user.role]}`}
    className="flex h-10 min-w-10 max-w-48 items-center justify-center gap-2.5 rounded-control px-1.5 hover:bg-hover min-[22.5rem]:pr-3"
  >
    <Avatar name={user.username} />
    <span className="hidden min-w-0 min-[22.5rem]:block">
      <span className="flex min-w-0 flex-col text-left leading-4">
        <span className="truncate font-medium text-13">{user.username}</span>
        <span className="text-12 text-muted">{roleNames[user.role]}</span>
      </span>
    </span>
  </button>
)
