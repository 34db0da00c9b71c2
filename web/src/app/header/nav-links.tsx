import type { User } from '@video-forge/contract/accounts/accounts'
import { Link, useLocation } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import { isCurrent, navItemsFor } from './nav-items.ts'

interface NavLinksProps {
  user: User
  className: string
  linkClass: string
  onFollow?: () => void
}

export function NavLinks({ user, className, linkClass, onFollow }: NavLinksProps) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main" className={className}>
      {navItemsFor(user).map((item) => {
        const current = isCurrent(item, pathname)
        return (
          <Link
            key={item.to}
            to={item.to}
            aria-current={current ? 'page' : undefined}
            onClick={onFollow}
            className={classNames(
              'flex items-center whitespace-nowrap rounded-control px-3 font-medium transition-colors',
              current ? 'bg-sunken text-ink forced-colors:system-selected' : 'text-muted hover:bg-sunken hover:text-ink',
              linkClass,
            )}
          >
            {item.name}
          </Link>
        )
      })}
    </nav>
  )
}
