import type { User } from '@video-forge/contract/accounts/accounts'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { ActivityChip } from './activity/activity-chip.tsx'
import { NavLinks } from './nav-links.tsx'
import { UserMenu } from './user-menu.tsx'

export function SignedInHeader({ user }: { user: User }) {
  const [sheetOpen, setSheetOpen] = useState(false)
  return (
    <>
      <Link to="/" aria-label="Video Forge, start page" className="flex h-10 shrink-0 items-center rounded-control pr-2">
        {/* On a phone, the chip takes the place of the name. */}
        <Wordmark nameClass="max-sm:in-[header:has([data-activity])]:hidden" />
      </Link>
      <NavLinks user={user} className="ml-4 hidden gap-0.5 lg:flex" linkClass="h-9 text-14" />
      <div className="ml-auto flex min-w-0 items-center gap-1">
        <ActivityChip user={user} />
        <ThemeSwitch />
        <UserMenu user={user} />
        <Button kind="quiet" size="icon" aria-label="Open navigation" className="lg:hidden" onClick={() => setSheetOpen(true)}>
          <MenuIcon aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <Sheet open={sheetOpen} onOpenChange={setSheetOpen} title="Navigation">
        <NavLinks user={user} className="flex flex-col gap-1" linkClass="h-11 text-16" onFollow={() => setSheetOpen(false)} />
      </Sheet>
    </>
  )
}
