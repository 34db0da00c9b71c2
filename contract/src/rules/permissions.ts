import type { Access } from '../endpoint.ts'
import { endpointList } from '../endpoints.ts'
import type { Group } from './access.ts'

/** What a call is about, by how its path begins; the first that fits counts. */
const areas: readonly [begin: string, area: string][] = [
  ['/admin/users', 'users'],
  ['/auth/users', 'users'],
  ['/auth/groups', 'users'],
  ['/admin/jobs', 'jobs'],
  ['/admin/storage', 'storage'],
  ['/admin', 'system'],
  ['/jobs', 'jobs'],
  ['/upload', 'uploads'],
  ['/metadata', 'uploads'],
  ['/gallery', 'videos'],
  ['/stock', 'stock'],
  ['/auth', 'account'],
  ['/account', 'account'],
]

/** Beyond the table of calls: an admin sees and changes everybody's videos by the calls that others have for their own. */
const manageVideos = 'videos:manage'
export const mayManageVideos = (groups: readonly Group[]): boolean => permissionsOf(groups).includes(manageVideos)

/** The permission that a call needs, by the table that decides who may make it; undefined for one that needs no account. */
export function permissionFor(key: string, access: Access): string | undefined {
  if (access === 'anyone' || access === 'visitor') return undefined
  const path = key.split(' ')[1] ?? ''
  const area = areas.find(([begin]) => path === begin || path.startsWith(`${begin}/`))?.[1] ?? path.split('/')[1]
  return `${area}:${access === 'admin' ? 'manage' : 'use'}`
}

const namesOf = (isMeant: (access: Access) => boolean): string[] => [
  ...new Set(endpointList.flatMap(([key, { access }]) => (isMeant(access) ? (permissionFor(key, access) ?? []) : []))),
]
const ofEverybody = namesOf((access) => access === 'signed-in').sort()
const ofAdmins = [...namesOf((access) => access === 'admin'), manageVideos].sort()

/** What members of these groups may do, by name. Whoever has an account may do what needs one, an admin the rest as well. */
export const permissionsOf = (groups: readonly Group[]): readonly string[] =>
  groups.includes('admin') ? [...ofEverybody, ...ofAdmins] : ofEverybody
