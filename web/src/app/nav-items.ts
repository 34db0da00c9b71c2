import type { User } from '@video-forge/contract/accounts'

export interface NavItem {
  name: string
  to: string
  /** Paths under which the item is marked beside its own. */
  also?: string
}

const forMembers: readonly NavItem[] = [
  { name: 'Upload', to: '/upload' },
  { name: 'Search Video', to: '/search-video' },
  { name: 'Gallery', to: '/gallery', also: '/video/' },
  { name: 'My Videos', to: '/jobs', also: '/jobs/' },
]

/** Dashboard for everybody, the rest for members of the user group: an admin who is nothing else has no videos. */
export const navItemsFor = (user: User): readonly NavItem[] => [
  { name: 'Dashboard', to: '/' },
  ...(user.groups.includes('user') ? forMembers : []),
]

export const isCurrent = (item: NavItem, pathname: string): boolean =>
  pathname === item.to || (item.also !== undefined && pathname.startsWith(item.also))
