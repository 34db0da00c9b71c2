import type { User } from '@video-forge/contract/accounts/accounts'
import { createPathOf } from '../../jobs-view/create-path.ts'

export interface NavItem {
  name: string
  to: string
  /** A further path prefix under which the item is marked as current. */
  also?: string
}

const forMembers: readonly NavItem[] = [
  { name: 'Upload', to: '/upload' },
  { name: 'Search Video', to: '/search-video' },
  { name: 'Gallery', to: '/gallery', also: '/video/' },
  { name: 'My Videos', to: '/jobs', also: '/jobs/' },
]

/**
 * Dashboard for everybody, the rest for members of the user group. A member who is also an admin gets a page with the
 * create-job form, because the admin dashboard has none.
 */
export function navItemsFor(user: User): readonly NavItem[] {
  const dashboard = { name: 'Dashboard', to: '/' }
  if (!user.groups.includes('user')) return [dashboard]
  const createPath = createPathOf(user)
  return createPath === '/' ? [dashboard, ...forMembers] : [dashboard, { name: 'Create', to: createPath }, ...forMembers]
}

export const isCurrent = (item: NavItem, pathname: string): boolean =>
  pathname === item.to || (item.also !== undefined && pathname.startsWith(item.also))
