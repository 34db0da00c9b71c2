import type { User } from '@video-forge/contract/accounts'
import { LogOut, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
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
  const { pathname } = useLocation()
  const [leaving, setLeaving] = useState(false)

  const leave = () => {
    setLeaving(true)
    void navigate('/')
  }
  useEffect(() => {
    // First to the start: who leaves on purpose, or the next to sign in here, does not want to come back to this page.
    if (leaving && pathname === '/') void signOut()
  }, [leaving, pathname])

  const nameAndRole = (
    <span className="flex min-w-0 flex-col text-left leading-4">
      <span className="truncate font-medium text-13">{user.username}</span>
      <span className="text-12 text-muted">{roleNames[user.role]}</span>
    </span>
  )

  return (
    <>
      <Menu
        trigger={
          <button
            ref={trigger}
            type="button"
            aria-label={`Account of ${user.username}, ${roleNames[user.role]}`}
            className="flex h-10 min-w-10 max-w-48 items-center justify-center gap-2.5 rounded-control px-1.5 hover:bg-hover min-[22.5rem]:pr-3"
          >
            <Avatar name={user.username} />
            <span className="hidden min-w-0 min-[22.5rem]:block">{nameAndRole}</span>
          </button>
        }
        header={
          <span className="flex flex-col">
            <span className="truncate font-medium">{user.username}</span>
            <span className="truncate text-13 text-muted">{[roleNames[user.role], user.email].filter(Boolean).join(' · ')}</span>
          </span>
        }
        items={[
          { name: 'Account', icon: UserRound, onSelect: () => void navigate('/account') },
          { name: 'Sign out', icon: LogOut, onSelect: () => setAsking(true) },
        ]}
      />
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Sign out?"
        description="Jobs that are running go on without you."
        confirm="Sign out"
        pending={leaving}
        returnFocusTo={trigger}
        onConfirm={leave}
      />
    </>
  )
}
